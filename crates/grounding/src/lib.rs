//! Text to place: sentences, tokenizer, inference engines and heads
