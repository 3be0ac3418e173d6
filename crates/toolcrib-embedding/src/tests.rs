use std::path::Path;

use safetensors::tensor::TensorView;
use serde_json::json;

use super::*;

const WORDS: [&str; 6] = ["[UNK]", "car", "automobile", "bread", "loaf", "the"];

/// A model in which a car is an automobile and bread a loaf.
fn write(folder: &Path, dtype: Dtype) {
    let vocabulary: serde_json::Map<String, serde_json::Value> =
        WORDS.iter().enumerate().map(|(id, word)| ((*word).to_owned(), json!(id))).collect();
    let tokenizer = json!({
        "version": "1.0",
        "normalizer": { "type": "Lowercase" },
        "pre_tokenizer": { "type": "Whitespace" },
        "model": { "type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]" },
    });
    fs::write(folder.join("tokenizer.json"), tokenizer.to_string()).unwrap();
    let rows: [[f32; 2]; 6] =
        [[5.0, 5.0], [1.0, 0.0], [1.0, 0.25], [0.0, 1.0], [0.25, 1.0], [0.0, 0.0]];
    let bytes: Vec<u8> = match dtype {
        Dtype::F32 => rows.iter().flatten().flat_map(|value| value.to_le_bytes()).collect(),
        // Of these few numbers the upper half says it all.
        _ => rows
            .iter()
            .flatten()
            .flat_map(|value| ((value.to_bits() >> 16) as u16).to_le_bytes())
            .collect(),
    };
    let view = TensorView::new(dtype, vec![6, 2], &bytes).unwrap();
    let file = safetensors::serialize([("embeddings", view)], None).unwrap();
    fs::write(folder.join("model.safetensors"), file).unwrap();
}

fn nearness(model: &StaticModel, one: &str, two: &str) -> f32 {
    let (one, two) = (model.embed(one).unwrap(), model.embed(two).unwrap());
    one.iter().zip(two).map(|(a, b)| a * b).sum()
}

#[test]
fn what_means_the_same_is_near() {
    for dtype in [Dtype::F32, Dtype::BF16] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), dtype);
        let model = StaticModel::open(folder.path()).unwrap();
        assert_eq!(model.dimensions(), 2);
        assert!(nearness(&model, "the Car", "an automobile") > 0.9);
        assert!(nearness(&model, "car", "a loaf") < 0.4);
        let length: f32 = model.embed("car bread").unwrap().iter().map(|value| value * value).sum();
        assert!((length - 1.0).abs() < 1e-5);
        assert_eq!(model.embed("nothing known"), None);
        assert_eq!(model.embed("the"), None);
        assert_eq!(model.embed(""), None);
    }
}

#[test]
fn what_is_no_model_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let said = |folder: &Path| StaticModel::open(folder).err().unwrap().to_string();
    assert!(said(folder.path()).contains("holds no `tokenizer.json`"));
    write(folder.path(), Dtype::F32);
    fs::write(folder.path().join("model.safetensors"), b"no tensors").unwrap();
    assert!(said(folder.path()).contains("model.safetensors` cannot be used: "));
    fs::write(folder.path().join("tokenizer.json"), "{}").unwrap();
    assert!(said(folder.path()).contains("tokenizer.json` cannot be used: "));
}

#[test]
fn halves_are_read() {
    for (bits, value) in
        [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (0x0001, 5.960_464_5e-8), (0, 0.0)]
    {
        assert_eq!(half(bits), value);
    }
    assert!(half(0x7c00).is_infinite() && half(0x7e00).is_nan());
}
