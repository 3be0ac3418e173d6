/** Says that no model was asked, and how one is. */
export function Prepared() {
  return (
    <div className="notice stack tight" role="note">
      <p>
        <strong>These answers are prepared: no model was asked.</strong> They play from a script, so that everything can be tried
        without a model.
      </p>
      <details>
        <summary>Talk to a real model</summary>
        <p>
          Set one up as <code>[models.default]</code> in <code>toolcrib.toml</code>, and start the server again:
        </p>
        <pre>
          {`[models.default]
provider = "openai"             # openai, anthropic or gemini
model = "gpt-4o"
api_key_env = "OPENAI_API_KEY"  # the name of the variable, never the key`}
        </pre>
      </details>
    </div>
  );
}
