//! Derives the types of columns without a schema from their values.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::Result;
use parquet::schema::types::{Type, TypePtr};
use serde_json::Value;

use super::values::float;

/// The shape of some values.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum Shape {
    /// No value except null.
    #[default]
    None,
    Bool,
    /// Integers. The fields are whether any is negative, and whether any exceeds 63 bits.
    Whole {
        negative: bool,
        large: bool,
    },
    Float,
    Text,
    List(Box<Shape>),
    Object(Vec<(String, Shape)>),
    /// Values of several shapes, written as JSON.
    Mixed,
}

/// The maximum number of keys of a record. An object with more keys contains data in its keys.
const MAX_KEYS: usize = 100;

impl Shape {
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Null => Shape::None,
            Value::Bool(_) => Shape::Bool,
            Value::Number(number) => match (number.as_i64(), number.is_u64()) {
                (Some(number), _) => Shape::Whole {
                    negative: number < 0,
                    large: false,
                },
                (None, true) => Shape::Whole {
                    negative: false,
                    large: true,
                },
                (None, false) => Shape::Float,
            },
            Value::String(_) if float(value).is_some() => Shape::Float,
            Value::String(_) => Shape::Text,
            Value::Array(elements) => {
                let shapes = elements.iter().map(Shape::of);
                Shape::List(Box::new(shapes.fold(Shape::None, Shape::merge)))
            }
            Value::Object(fields) if fields.is_empty() || fields.len() > MAX_KEYS => Shape::Mixed,
            Value::Object(fields) => Shape::Object(
                (fields.iter())
                    .map(|(name, value)| (name.clone(), Shape::of(value)))
                    .collect(),
            ),
        }
    }

    /// Returns the common shape of two shapes.
    pub fn merge(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::None, shape) | (shape, Shape::None) => shape,
            (
                Shape::Whole { negative, large },
                Shape::Whole {
                    negative: also_negative,
                    large: also_large,
                },
            ) => {
                let (negative, large) = (negative || also_negative, large || also_large);
                match negative && large {
                    true => Shape::Mixed,
                    false => Shape::Whole { negative, large },
                }
            }
            (Shape::Whole { large: false, .. }, Shape::Float)
            | (Shape::Float, Shape::Whole { large: false, .. }) => Shape::Float,
            (Shape::List(one), Shape::List(other)) => Shape::List(Box::new(one.merge(*other))),
            (Shape::Object(mut fields), Shape::Object(others)) => {
                for (name, shape) in others {
                    match fields.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, known)) => *known = std::mem::take(known).merge(shape),
                        None => fields.push((name, shape)),
                    }
                }
                match fields.len() > MAX_KEYS {
                    true => Shape::Mixed,
                    false => Shape::Object(fields),
                }
            }
            (one, other) if one == other => one,
            _ => Shape::Mixed,
        }
    }

    /// Returns the type of a column with this shape.
    pub fn column(&self, name: &str, repetition: Repetition) -> Result<TypePtr> {
        let group = |logical, fields| {
            Type::group_type_builder(name)
                .with_repetition(repetition)
                .with_logical_type(logical)
                .with_fields(fields)
                .build()
        };
        let (physical, logical) = match self {
            Shape::Bool => (Physical::BOOLEAN, None),
            Shape::Whole { large: false, .. } => (Physical::INT64, None),
            Shape::Whole { .. } => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Shape::Float => (Physical::DOUBLE, None),
            Shape::Text | Shape::None | Shape::Mixed => {
                (Physical::BYTE_ARRAY, Some(LogicalType::String))
            }
            Shape::List(element) => {
                let element = element.column("element", Repetition::OPTIONAL)?;
                let repeated = Type::group_type_builder("list")
                    .with_repetition(Repetition::REPEATED)
                    .with_fields(vec![element])
                    .build()?;
                let fields = vec![Arc::new(repeated)];
                return group(Some(LogicalType::List), fields).map(Arc::new);
            }
            Shape::Object(fields) => {
                let fields = fields
                    .iter()
                    .map(|(name, shape)| shape.column(name, Repetition::OPTIONAL));
                return group(None, fields.collect::<Result<_>>()?).map(Arc::new);
            }
        };
        Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    }

    /// Converts a value to a column with this shape.
    pub fn fit(&self, value: Value) -> Value {
        match (self, value) {
            (_, Value::Null) => Value::Null,
            (Shape::Mixed, value @ Value::String(_)) => value,
            (Shape::Mixed, value) => Value::String(value.to_string()),
            (Shape::List(shape), Value::Array(elements)) => {
                Value::Array(elements.into_iter().map(|value| shape.fit(value)).collect())
            }
            (Shape::Object(fields), Value::Object(mut object)) => {
                for (name, shape) in fields {
                    if let Some(value) = object.get_mut(name) {
                        *value = shape.fit(value.take());
                    }
                }
                Value::Object(object)
            }
            (_, value) => value,
        }
    }
}
