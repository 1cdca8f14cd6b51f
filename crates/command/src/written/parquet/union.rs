//! The type of a column that files have in different types.

use intake::parquet_types::{is_list, is_map};
use parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::schema::types::{Type, TypePtr};

use super::shred::{optional, with};

/// Returns a type that takes the values of both types without a change: structs have the fields of both by name, and numbers and times
/// have the larger range. `None` if there is none.
pub(super) fn union(one: &TypePtr, other: &TypePtr) -> Option<TypePtr> {
    if one == other {
        return Some(one.clone());
    }
    let repetition = |of: &Type| of.get_basic_info().repetition();
    let both = (repetition(one), repetition(other));
    let repetition = match both {
        (one, other) if one == other => one,
        (Repetition::REPEATED, _) | (_, Repetition::REPEATED) => return None,
        _ => Repetition::OPTIONAL,
    };
    let (bare, also_bare) = (optional(one).ok()?, optional(other).ok()?);
    let of = match () {
        () if bare == also_bare || is_null(other) => bare,
        () if is_null(one) => also_bare,
        () if one.is_group() && other.is_group() => return groups(one, other, repetition),
        () if one.is_primitive() && other.is_primitive() => wider(&bare, &also_bare)?,
        () => return None,
    };
    with(&of, repetition, None).ok()
}

/// Whether a column has no values but null: it has a type all the same.
fn is_null(of: &Type) -> bool {
    of.get_basic_info().logical_type_ref() == Some(&LogicalType::Unknown)
}

fn groups(one: &Type, other: &Type, repetition: Repetition) -> Option<TypePtr> {
    let kind = |of: &Type| {
        let info = of.get_basic_info();
        (info.converted_type(), info.logical_type_ref().cloned())
    };
    let of = |fields: &[TypePtr], name: &str| {
        (fields.iter().find(|field| field.name() == name)).cloned()
    };
    // The groups inside of lists and maps have a fixed number of fields.
    let is_struct = |of: &Type| {
        let inner = of.get_fields().iter();
        let mut inner = inner.map(|field| field.get_basic_info().repetition());
        !is_list(of) && !is_map(of) && inner.all(|inner| inner != Repetition::REPEATED)
    };
    let is_open = repetition != Repetition::REPEATED && is_struct(one) && is_struct(other);
    let (ones, others) = (one.get_fields(), other.get_fields());
    let new = (others.iter()).filter(|field| of(ones, field.name()).is_none());
    let lacks = new.clone().count() > 0 || ones.len() != others.len();
    if kind(one) != kind(other) || lacks && !is_open {
        return None;
    }
    let known = ones.iter().map(|field| match of(others, field.name()) {
        Some(other) => union(field, &other),
        None => optional(field).ok(),
    });
    let fields = known.chain(new.map(|field| optional(field).ok()));
    with(one, repetition, Some(fields.collect::<Option<_>>()?)).ok()
}

/// The wider of two optional types of numbers or times.
fn wider(one: &TypePtr, other: &TypePtr) -> Option<TypePtr> {
    let rank = |of: &Type| {
        let info = of.get_basic_info();
        match (of.get_physical_type(), info.logical_type_ref()) {
            (Physical::FLOAT, None) => Some(("float", 0)),
            (Physical::DOUBLE, None) => Some(("float", 1)),
            (Physical::INT32 | Physical::INT64, Some(LogicalType::Integer(of))) => {
                let kind = if of.is_signed { "signed" } else { "unsigned" };
                Some((kind, i32::from(of.bit_width)))
            }
            (Physical::INT32, None) if info.converted_type() == ConvertedType::NONE => {
                Some(("signed", 32))
            }
            (Physical::INT64, None) if info.converted_type() == ConvertedType::NONE => {
                Some(("signed", 64))
            }
            (Physical::INT64, Some(LogicalType::Timestamp(of))) => {
                let kind = if of.is_adjusted_to_u_t_c {
                    "instant"
                } else {
                    "time"
                };
                let digits = match of.unit {
                    TimeUnit::MILLIS => 3,
                    TimeUnit::MICROS => 6,
                    TimeUnit::NANOS => 9,
                };
                Some((kind, digits))
            }
            _ => None,
        }
    };
    let ((kind, rank_of_one), (other_kind, rank_of_other)) = (rank(one)?, rank(other)?);
    let wider = if rank_of_one >= rank_of_other {
        one
    } else {
        other
    };
    (kind == other_kind).then(|| wider.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(field: &str) -> TypePtr {
        let message = format!("message m {{ {field} }}");
        let message = parquet::schema::parser::parse_message_type(&message).unwrap();
        message.get_fields()[0].clone()
    }

    #[test]
    fn a_union_takes_the_values_of_both() {
        for (one, other, both) in [
            (
                "optional int32 a;",
                "required int64 a;",
                "optional int64 a;",
            ),
            (
                "optional float a;",
                "optional double a;",
                "optional double a;",
            ),
            (
                "required double a;",
                "optional double a;",
                "optional double a;",
            ),
            (
                "optional int64 a (TIMESTAMP(MILLIS,true));",
                "optional int64 a (TIMESTAMP(MICROS,true));",
                "optional int64 a (TIMESTAMP(MICROS,true));",
            ),
            (
                "optional group a { required int32 x; optional binary y (STRING); }",
                "required group a { optional int32 z (DATE); required int64 x; }",
                "optional group a { required int64 x; optional binary y (STRING); optional int32 z (DATE); }",
            ),
            (
                "optional group a (LIST) { repeated group list { optional group element { optional int64 x; } } }",
                "optional group a (LIST) { repeated group list { optional group element { optional int64 y; } } }",
                "optional group a (LIST) { repeated group list { optional group element { optional int64 x; optional int64 y; } } }",
            ),
            (
                "optional group a (MAP) { repeated group key_value { required binary key (STRING); optional int32 value; } }",
                "optional group a (MAP) { repeated group key_value { required binary key (STRING); optional int64 value; } }",
                "optional group a (MAP) { repeated group key_value { required binary key (STRING); optional int64 value; } }",
            ),
        ] {
            let (one, other, both) = (column(one), column(other), column(both));
            assert_eq!(union(&one, &other), Some(both.clone()));
            assert_eq!(union(&one, &one), Some(one.clone()));
            let back = union(&other, &one).map(|of| union(&of, &both));
            assert!(matches!(back, Some(Some(_))));
        }
    }

    #[test]
    fn types_with_other_values_have_no_union() {
        for (one, other) in [
            ("optional int32 a;", "optional int32 a (DATE);"),
            ("optional int64 a;", "optional binary a (STRING);"),
            ("optional int64 a;", "optional int64 a (INTEGER(64,false));"),
            (
                "optional int64 a (TIMESTAMP(MICROS,true));",
                "optional int64 a (TIMESTAMP(MICROS,false));",
            ),
            ("repeated int64 a;", "optional int64 a;"),
            (
                "optional group a { optional int64 x; }",
                "optional group a (LIST) { repeated group list { optional int64 x; } }",
            ),
            (
                "optional group a (LIST) { repeated group list { optional int64 element; } }",
                "optional group a (LIST) { repeated group list { optional int64 item; } }",
            ),
        ] {
            assert_eq!(union(&column(one), &column(other)), None, "{one} {other}");
        }
    }
}
