"""Makes the small models of the tests: random weights, a token for each byte, and four architectures of memory.

    make-models.py FOLDER

A model of some 80 KB loads at once and generates printable characters only, each of which is one token, so that a reply that is tokenised
again gives the same tokens. The four differ in what their memory can do: llama (full attention) goes back anywhere, mamba (recurrent) and
jamba (hybrid) do not go back, gemma3 (sliding window of 64) goes back a little.
"""

import sys
from pathlib import Path

import gguf
import numpy

WIDTH, LAYERS, HEADS, HEADS_KV, INNER, WINDOW, STATE, STEP, CONVOLUTION = 32, 2, 2, 1, 64, 64, 16, 4, 4
HEAD = WIDTH // HEADS
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|pad|>"]
TEMPLATE = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


def letters():
    """The letter that stands for each byte in byte-level vocabularies: itself where it can be seen, else one from U+0100 on."""
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in seen]
    table = {byte: chr(byte) for byte in seen} | {byte: chr(256 + place) for place, byte in enumerate(hidden)}
    return [table[byte] for byte in range(256)]


class Model:
    def __init__(self, kind, path):
        self.kind = kind
        self.file = gguf.GGUFWriter(path, kind)
        self.random = numpy.random.Generator(numpy.random.PCG64(20261130))

    def attends(self, layer):
        return self.kind in ("llama", "gemma3") or self.kind == "jamba" and layer % 2 == 1

    def describe(self):
        file = self.file
        file.add_name("micro-" + self.kind)
        file.add_context_length(32768)
        file.add_embedding_length(WIDTH)
        file.add_block_count(LAYERS)
        file.add_layer_norm_rms_eps(1e-5)
        if self.kind == "mamba":
            file.add_head_count(0)
            file.add_feed_forward_length(0)
        else:
            file.add_head_count(HEADS)
            file.add_feed_forward_length(INNER)
            hybrid = self.kind == "jamba"
            file.add_head_count_kv(
                [HEADS_KV if self.attends(layer) else 0 for layer in range(LAYERS)] if hybrid else HEADS_KV)
        if self.kind in ("llama", "gemma3"):
            file.add_rope_freq_base(10000.0)
            file.add_key_length(HEAD)
            file.add_value_length(HEAD)
        if self.kind == "llama":
            file.add_rope_dimension_count(HEAD)
        if self.kind == "gemma3":
            file.add_sliding_window(WINDOW)
        if self.kind in ("mamba", "jamba"):
            file.add_ssm_conv_kernel(CONVOLUTION)
            file.add_ssm_inner_size(2 * WIDTH)
            file.add_ssm_state_size(STATE)
            file.add_ssm_time_step_rank(STEP)

    def add_vocabulary(self):
        file, byte = self.file, letters()
        # Byte-level vocabularies need a merge: two control characters that no text has.
        tokens = SPECIAL + byte + [byte[1] + byte[2]]
        kinds = [gguf.TokenType.CONTROL] * len(SPECIAL) + [gguf.TokenType.NORMAL] * 257
        file.add_vocab_size(len(tokens))
        file.add_tokenizer_model("gpt2")
        file.add_tokenizer_pre("smollm")
        file.add_token_list(tokens)
        file.add_token_types(kinds)
        file.add_token_merges([byte[1] + " " + byte[2]])
        file.add_bos_token_id(1)
        file.add_eos_token_id(2)
        file.add_pad_token_id(3)
        file.add_unk_token_id(0)
        file.add_add_bos_token(False)
        file.add_chat_template(TEMPLATE)
        return len(tokens)

    def weights(self, name, *shape, half=True):
        scale = 1.0 if name == "token_embd.weight" else 1 / numpy.sqrt(shape[-1])
        values = self.random.standard_normal(shape) * scale
        self.file.add_tensor(name, values.astype(numpy.float16 if half else numpy.float32))

    def constant(self, name, value, *shape):
        self.file.add_tensor(name, numpy.full(shape, value, numpy.float32))

    def add_output(self, tokens):
        """Only printable ASCII can be generated: the other rows are nothing."""
        values = self.random.standard_normal((tokens, WIDTH)).astype(numpy.float16)
        printable = numpy.zeros(tokens, bool)
        printable[len(SPECIAL) + 32:len(SPECIAL) + 127] = True
        values[~printable] = 0
        self.file.add_tensor("output.weight", values)
        self.constant("output_norm.weight", 1, WIDTH)

    def add_attention(self, at):
        self.weights(at + "attn_q.weight", WIDTH, WIDTH)
        self.weights(at + "attn_k.weight", HEAD * HEADS_KV, WIDTH)
        self.weights(at + "attn_v.weight", HEAD * HEADS_KV, WIDTH)
        self.weights(at + "attn_output.weight", WIDTH, WIDTH)
        if self.kind == "gemma3":
            self.constant(at + "attn_q_norm.weight", 1, HEAD)
            self.constant(at + "attn_k_norm.weight", 1, HEAD)
            self.constant(at + "post_attention_norm.weight", 1, WIDTH)

    def add_recurrence(self, at):
        inner = 2 * WIDTH
        self.weights(at + "ssm_in.weight", 2 * inner, WIDTH)
        self.weights(at + "ssm_conv1d.weight", inner, CONVOLUTION, half=False)
        self.constant(at + "ssm_conv1d.bias", 0, inner)
        self.weights(at + "ssm_x.weight", STEP + 2 * STATE, inner)
        self.weights(at + "ssm_dt.weight", inner, STEP)
        self.constant(at + "ssm_dt.bias", -2, inner)
        decay = -numpy.tile(numpy.arange(1, STATE + 1, dtype=numpy.float32), (inner, 1))
        self.file.add_tensor(at + "ssm_a", decay)
        self.constant(at + "ssm_d", 1, inner)
        self.weights(at + "ssm_out.weight", WIDTH, inner)
        if self.kind == "jamba":
            self.constant(at + "ssm_dt_norm.weight", 1, STEP)
            self.constant(at + "ssm_b_norm.weight", 1, STATE)
            self.constant(at + "ssm_c_norm.weight", 1, STATE)

    def add_feed_forward(self, at):
        self.constant(at + "ffn_norm.weight", 1, WIDTH)
        self.weights(at + "ffn_gate.weight", INNER, WIDTH)
        self.weights(at + "ffn_up.weight", INNER, WIDTH)
        self.weights(at + "ffn_down.weight", WIDTH, INNER)
        if self.kind == "gemma3":
            self.constant(at + "post_ffw_norm.weight", 1, WIDTH)

    def write(self):
        self.describe()
        tokens = self.add_vocabulary()
        self.weights("token_embd.weight", tokens, WIDTH)
        self.add_output(tokens)
        for layer in range(LAYERS):
            at = f"blk.{layer}."
            self.constant(at + "attn_norm.weight", 1, WIDTH)
            if self.attends(layer):
                self.add_attention(at)
            else:
                self.add_recurrence(at)
            if self.kind != "mamba":
                self.add_feed_forward(at)
        self.file.write_header_to_file()
        self.file.write_kv_data_to_file()
        self.file.write_tensors_to_file()
        self.file.close()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for kind in ("llama", "mamba", "jamba", "gemma3"):
        Model(kind, Path(sys.argv[1]) / f"micro-{kind}.gguf").write()


main()
