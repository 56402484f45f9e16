import { createHash } from 'node:crypto';

/** As the web application looks, light and dark: the meanings have its colours. */
const style = `
:root {
  color-scheme: light dark;
  --surface: #ffffff;
  --surface-raised: #ffffff;
  --surface-sunken: #f6f7f8;
  --text: #232a32;
  --text-quiet: #626b76;
  --border: #d9dde1;
  --border-strong: #8b949e;
  --accent: #0f5c6e;
  --accent-hover: #0b4a59;
  --on-accent: #ffffff;
  --danger: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #14191f;
    --surface-raised: #1b2128;
    --surface-sunken: #10151a;
    --text: #e7eaed;
    --text-quiet: #a7b0ba;
    --border: #323a44;
    --border-strong: #7d8793;
    --accent: #6cc3d5;
    --accent-hover: #93d5e3;
    --on-accent: #06262e;
    --danger: #ff9d94;
  }
}
* { box-sizing: border-box }
body {
  margin: 0;
  background: var(--surface-sunken);
  color: var(--text);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
main {
  max-width: 30rem;
  margin: 4rem auto;
  padding: 2rem;
  border: 1px solid var(--border);
  border-radius: 0.625rem;
  background: var(--surface-raised);
}
main.wide { max-width: 46rem }
.brand { display: flex; align-items: center; gap: 0.75rem; margin: 0 0 1rem }
.brand svg { flex: none }
.name { margin: 0; font-weight: 600 }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
h1 + p { margin-top: 0.5rem }
h2 { margin: 2rem 0 0.75rem; font-size: 1.125rem }
p { margin: 0 0 1rem }
.quiet { color: var(--text-quiet) }
a { color: var(--accent) }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
button, .main {
  display: inline-flex;
  align-items: center;
  min-height: 2.25rem;
  margin: 0.5rem 0.5rem 0 0;
  padding: 0.25rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.375rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .main:hover { border-color: var(--accent-hover); background: var(--accent-hover) }
button ~ button, button ~ button:hover { border-color: var(--border-strong); background: none; color: var(--text) }
label { display: block; margin: 0 0 0.75rem; font-weight: 600 }
input {
  display: block;
  width: 100%;
  min-height: 2.25rem;
  margin-top: 0.25rem;
  padding: 0.25rem 0.75rem;
  border: 1px solid var(--border-strong);
  border-radius: 0.375rem;
  background: var(--surface);
  color: inherit;
  font: inherit;
  font-weight: 400;
}
[role="alert"] { padding-left: 0.75rem; border-left: 3px solid var(--danger) }
.links { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 0.75rem; margin: 0; padding: 0; list-style: none }
.links li { padding: 0.75rem 1rem; border: 1px solid var(--border); border-radius: 0.625rem }
.links a { display: block; font-weight: 600 }
pre {
  margin: 0;
  padding: 0.75rem 1rem;
  border: 1px solid var(--border);
  border-radius: 0.375rem;
  background: var(--surface-sunken);
  font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  overflow-x: auto;
  overflow-wrap: normal;
}
@media (max-width: 34rem) {
  main { margin: 0; padding: 1.5rem 1rem; border: 0; border-radius: 0 }
  body { background: var(--surface-raised) }
}
`;

/** In the head of a page. */
export const pageStyle = `<style>${style}</style>`;

/** The policy allows this sheet and no other: by its digest. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

export const logo =
  '<svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0f5c6e"/>' +
  '<path d="M9 7h10l5 5v13H9z" fill="#fff"/><path d="M19 7v5h5" fill="none" stroke="#0f5c6e" stroke-width="1.6"/>' +
  '<path d="M12.5 16h8M12.5 20h8" stroke="#0f5c6e" stroke-width="1.6"/></svg>';
