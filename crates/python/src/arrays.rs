//! Integer arrays of pairs as edges, and lists of ids as arrays.

use crate::errors::NetworkError;
use numpy::ndarray::ArrayView2;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use switchyard::{EdgeId, Graph, VertexId};

/// An (m, 2) array of integers, as numpy keeps it.
#[derive(FromPyObject)]
pub enum Pairs<'py> {
    /// `int64`.
    I64(PyReadonlyArray2<'py, i64>),
    /// `int32`.
    I32(PyReadonlyArray2<'py, i32>),
    /// `uint32`.
    U32(PyReadonlyArray2<'py, u32>),
    /// `uint64`.
    U64(PyReadonlyArray2<'py, u64>),
}

/// The edges of an array, with vertices numbered from 0.
pub struct Edges {
    /// How many vertices there are.
    pub vertices: usize,
    /// The ends of every edge.
    pub ends: Vec<[VertexId; 2]>,
    /// What the array calls the vertices, in increasing order; `None` if it calls them 0, 1, 2, …
    pub names: Option<Vec<i64>>,
}

impl Pairs<'_> {
    /// Reads the edges: one copy of them, and no step of Python for any.
    ///
    /// Without `vertices`, the vertices are the numbers that occur in the array or in `extra`; with it, they are
    /// 0 to `vertices` − 1.
    pub fn read(&self, py: Python<'_>, extra: &[i64], vertices: Option<usize>) -> PyResult<Edges> {
        let edges = match self {
            Self::I64(array) => detached(py, array.as_array(), extra, vertices),
            Self::I32(array) => detached(py, array.as_array(), extra, vertices),
            Self::U32(array) => detached(py, array.as_array(), extra, vertices),
            Self::U64(array) => detached(py, array.as_array(), extra, vertices),
        };
        edges.map_err(NetworkError::new_err)
    }
}

fn detached<T: Copy + Send + Sync + TryInto<i64>>(
    py: Python<'_>,
    view: ArrayView2<'_, T>,
    extra: &[i64],
    vertices: Option<usize>,
) -> Result<Edges, String> {
    if view.ncols() != 2 {
        let shape = view.shape();
        return Err(format!("the edges have shape {shape:?}; it must be (m, 2)"));
    }
    py.detach(|| match view.as_slice() {
        Some(slice) => read(slice, extra, vertices),
        None => read(&view.iter().copied().collect::<Vec<_>>(), extra, vertices),
    })
}

/// Reads pairs that lie one after another.
fn read<T: Copy + TryInto<i64>>(
    slice: &[T],
    extra: &[i64],
    vertices: Option<usize>,
) -> Result<Edges, String> {
    let (pairs, _) = slice.as_chunks::<2>();
    if pairs.len() > Graph::MAX_SIZE {
        let most = Graph::MAX_SIZE;
        return Err(format!("{} edges: there are at most {most}", pairs.len()));
    }
    let (mut least, mut largest) = (i64::MAX, i64::MIN);
    for &value in slice {
        let number = value.try_into();
        let number = number.map_err(|_| "a vertex number does not fit 63 bits".to_owned())?;
        least = least.min(number);
        largest = largest.max(number);
    }
    for &number in extra {
        least = least.min(number);
        largest = largest.max(number);
    }
    let id = |value: T| value.try_into().unwrap_or(i64::MAX);
    if let Some(vertices) = vertices {
        let fits = least > largest || (least >= 0 && (largest as u64) < vertices as u64);
        if !fits {
            let wrong = if least < 0 { least } else { largest };
            return Err(format!(
                "vertex {wrong} is not one of the {vertices} vertices 0, 1, …"
            ));
        }
        if vertices > Graph::MAX_SIZE {
            let most = Graph::MAX_SIZE;
            return Err(format!("{vertices} vertices: there are at most {most}"));
        }
        return Ok(direct(pairs, vertices, id));
    }
    let span = i128::from(largest) - i128::from(least) + 1;
    if span <= 0 {
        return Ok(direct(pairs, 0, id));
    }
    // Room for the vertices' numbers in an array, unless they are far apart.
    if span <= (1 << 20) + 4 * pairs.len() as i128 {
        return Ok(near(pairs, extra, least, span as usize, id));
    }
    Ok(far(pairs, slice, extra, id))
}

/// The numbers are the vertices.
fn direct<T: Copy>(pairs: &[[T; 2]], vertices: usize, id: impl Fn(T) -> i64) -> Edges {
    let ends = pairs.iter();
    Edges {
        vertices,
        ends: ends
            .map(|pair| pair.map(|end| VertexId::new(id(end) as usize)))
            .collect(),
        names: None,
    }
}

/// The numbers lie in a range that an array can have a place for each of.
fn near<T: Copy>(
    pairs: &[[T; 2]],
    extra: &[i64],
    least: i64,
    span: usize,
    id: impl Fn(T) -> i64 + Copy,
) -> Edges {
    let mut number = vec![0_u32; span];
    let place = |value: i64| value.wrapping_sub(least) as usize;
    for value in pairs.as_flattened() {
        number[place(id(*value))] = 1;
    }
    for &value in extra {
        number[place(value)] = 1;
    }
    if least == 0 && number.iter().all(|&occurs| occurs == 1) {
        return direct(pairs, span, id);
    }
    let mut names = Vec::new();
    for (place, number) in number.iter_mut().enumerate() {
        if *number == 1 {
            *number = names.len() as u32;
            names.push(least + place as i64);
        }
    }
    let vertex = |end| VertexId::new(number[place(id(end))] as usize);
    Edges {
        vertices: names.len(),
        ends: pairs.iter().map(|pair| pair.map(vertex)).collect(),
        names: Some(names),
    }
}

/// The numbers are far apart: they are sorted and looked up.
fn far<T: Copy>(
    pairs: &[[T; 2]],
    slice: &[T],
    extra: &[i64],
    id: impl Fn(T) -> i64 + Copy,
) -> Edges {
    let mut names: Vec<i64> = slice.iter().map(|&value| id(value)).collect();
    names.extend_from_slice(extra);
    names.sort_unstable();
    names.dedup();
    let vertex = |end| VertexId::new(names.partition_point(|&name| name < id(end)));
    let ends = pairs.iter().map(|pair| pair.map(vertex)).collect();
    Edges {
        vertices: names.len(),
        ends,
        names: Some(names),
    }
}

/// The vertex that the names call so.
pub fn find(names: Option<&[i64]>, vertices: usize, name: i64) -> Option<VertexId> {
    let index = match names {
        None => usize::try_from(name).ok().filter(|&index| index < vertices),
        Some(names) => names.binary_search(&name).ok(),
    };
    index.map(VertexId::new)
}

/// Anything with an index.
pub trait Indexed: Copy {
    /// The index, from 0.
    fn place(self) -> i64;
}

impl Indexed for EdgeId {
    fn place(self) -> i64 {
        self.index() as i64
    }
}

impl Indexed for VertexId {
    fn place(self) -> i64 {
        self.index() as i64
    }
}

/// Indices as an array of `int64`.
pub fn array<'py, I: Indexed>(py: Python<'py>, ids: &[I]) -> Bound<'py, PyArray1<i64>> {
    let indices: Vec<i64> = ids.iter().map(|id| id.place()).collect();
    indices.into_pyarray(py)
}

/// The ends of all edges, one after another, as an array of `int64`.
pub fn ends<'py>(py: Python<'py>, graph: &Graph) -> Bound<'py, PyArray1<i64>> {
    let all = graph.edges().flat_map(|edge| graph.ends(edge));
    let flat: Vec<i64> = all.map(Indexed::place).collect();
    flat.into_pyarray(py)
}

/// Classes of vertices as an array of `int64`.
pub fn classes<'py>(py: Python<'py>, classes: &[u32]) -> Bound<'py, PyArray1<i64>> {
    let wide: Vec<i64> = classes.iter().map(|&class| i64::from(class)).collect();
    wide.into_pyarray(py)
}
