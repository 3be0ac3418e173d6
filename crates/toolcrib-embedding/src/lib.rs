//! Vectors of texts from a static embedding model.
//!
//! Such a model is a table with a vector for each token; a text's vector is their
//! mean. It needs no network and no accelerator, and a folder with two files:
//! `tokenizer.json` and `model.safetensors`, as model2vec and the static models of
//! sentence-transformers have them. Start at [`StaticModel::open`].

#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

use safetensors::{Dtype, SafeTensors};
use tokenizers::Tokenizer;

/// Characters of a text that count.
const TEXT_CHARS_MAX: usize = 4_000;

/// Tokens of a text that count.
const TOKENS_MAX: usize = 1_024;

/// Where a model's files may lie in its folder.
const FOLDERS: [&str; 2] = ["", "0_StaticEmbedding"];

/// What the table is called.
const TABLES: [&str; 2] = ["embeddings", "embedding.weight"];

/// A static embedding model in memory.
pub struct StaticModel {
    tokenizer: Tokenizer,
    table: Vec<f32>,
    dimensions: usize,
    /// The token that stands for what is not known.
    unknown: Option<u32>,
}

/// Why there is no model.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A file is missing.
    #[error(
        "`{}` holds no `{file}`: a model folder has `tokenizer.json` and `model.safetensors`",
        .folder.display()
    )]
    Missing {
        /// Which folder.
        folder: PathBuf,
        /// Which file.
        file: &'static str,
    },
    /// A file is not what its name says.
    #[error("`{}` cannot be used: {why}", .path.display())]
    Unusable {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: String,
    },
}

impl StaticModel {
    /// Reads a model.
    ///
    /// # Errors
    ///
    /// When a file is missing, or is not what its name says.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let path = |file: &'static str| {
            let places = FOLDERS.iter().map(|inside| folder.join(inside).join(file));
            let missing = || ModelError::Missing { folder: folder.to_owned(), file };
            places.into_iter().find(|path| path.is_file()).ok_or_else(missing)
        };
        let (tokenizer, weights) = (path("tokenizer.json")?, path("model.safetensors")?);
        let unusable =
            |path: &Path, why: String| ModelError::Unusable { path: path.to_owned(), why };
        let mut made = Tokenizer::from_file(&tokenizer)
            .map_err(|error| unusable(&tokenizer, error.to_string()))?;
        // Texts are cut here, and need not be of one length.
        made.with_padding(None);
        let _ = made.with_truncation(None);
        let bytes = fs::read(&weights).map_err(|error| unusable(&weights, error.to_string()))?;
        let (table, dimensions) = table(&bytes).map_err(|why| unusable(&weights, why))?;
        let unknown = ["[UNK]", "<unk>"].iter().find_map(|token| made.token_to_id(token));
        Ok(Self { tokenizer: made, table, dimensions, unknown })
    }

    /// How long its vectors are.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The vector of a text, of length one; nothing where it has no token that is
    /// known.
    pub fn embed(&self, text: &str) -> Option<Vec<f32>> {
        let end = text.char_indices().nth(TEXT_CHARS_MAX).map_or(text.len(), |(at, _)| at);
        let encoding = self.tokenizer.encode_fast(&text[..end], false).ok()?;
        let mut sum = vec![0.0; self.dimensions];
        let known = encoding.get_ids().iter().filter(|id| Some(**id) != self.unknown);
        for id in known.take(TOKENS_MAX) {
            let start = *id as usize * self.dimensions;
            let Some(row) = self.table.get(start..start + self.dimensions) else { continue };
            sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        let length = sum.iter().map(|value| value * value).sum::<f32>().sqrt();
        if length <= f32::EPSILON || !length.is_finite() {
            return None;
        }
        sum.iter_mut().for_each(|value| *value /= length);
        Some(sum)
    }
}

/// The table, row after row, and how long a row is.
fn table(bytes: &[u8]) -> Result<(Vec<f32>, usize), String> {
    let tensors = SafeTensors::deserialize(bytes).map_err(|error| error.to_string())?;
    let found = TABLES.iter().find_map(|name| tensors.tensor(name).ok());
    let tensor = found.ok_or_else(|| format!("it has no tensor `{}`", TABLES.join("` or `")))?;
    let [_, dimensions] = tensor.shape() else {
        return Err("its table does not have two dimensions".to_owned());
    };
    let data = tensor.data();
    let table = match tensor.dtype() {
        Dtype::F32 => data.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect(),
        Dtype::F16 => data.as_chunks().0.iter().map(|two| half(u16::from_le_bytes(*two))).collect(),
        Dtype::BF16 => {
            let wide = |two: &[u8; 2]| f32::from_bits(u32::from(u16::from_le_bytes(*two)) << 16);
            data.as_chunks().0.iter().map(wide).collect()
        }
        other => return Err(format!("its numbers are {other:?}, not F32, F16 or BF16")),
    };
    Ok((table, *dimensions))
}

/// A number of sixteen bits.
fn half(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f32::from(bits & 0x3ff));
    match exponent {
        0 => sign * fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => sign * f32::INFINITY,
        31 => f32::NAN,
        exponent => sign * (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    }
}
