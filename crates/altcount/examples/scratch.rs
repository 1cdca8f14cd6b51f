// scratch
use altcount::*;
use std::io::Write;
fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let method = args.remove(0);
    let mut files: Vec<_> = std::fs::read_dir(&args[0]).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> = files.iter().map(|f| String::from_utf8(std::fs::read(f).unwrap()).unwrap()).collect();
    let pages: Vec<Page> = texts.iter().map(|t| Page::Characters(t)).collect();
    let t = std::time::Instant::now();
    let index = Index::build(pages.len(), |p| pages[p].units().map(|(_, u)| u)).unwrap();
    eprintln!("index {:?} {}", t.elapsed(), index.pages().positions());
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let useful: Vec<Vec<std::ops::Range<usize>>> = if method == "paper" {
        let path = find_optimal(&index);
        eprintln!("search {:?} {:?}", t.elapsed(), path.len());
        for p in &path { writeln!(out, "{} {} {}", p.n, p.a, p.alternations).unwrap(); }
        let c = path[path.len()-1];
        let col = column::Column::new(&index, c.n, c.a);
        (0..pages.len()).map(|p| score::complement(&col.useless(&index, p, c.a), index.pages().range(p).len())).collect()
    } else {
        template::divide(&index).into_iter().map(|d| d.useful).collect()
    };
    eprintln!("{method} {:?}", t.elapsed());
    let mut s = score::Score::default();
    let u = |t: &str| Page::Characters(t).units().map(|(_, u)| u).collect::<Vec<u32>>();
    let pairs: Vec<_> = args[1..].chunks(2).map(|p| (u(&p[0]), u(&p[1]))).collect();
    for (p, r) in useful.iter().enumerate() {
        writeln!(out, "{} {:?}", files[p].display(), r).unwrap();
        let page: Vec<u32> = pages[p].units().map(|(_, u)| u).collect();
        s.add(page.len(), &score::between(&page, &pairs), r);
    }
    eprintln!("{:?} {:?} {:?} {:?}", s.accuracy(), s.recall(), s.precision(), s);
}
