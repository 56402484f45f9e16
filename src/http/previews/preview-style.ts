/** How pages of previews look. Colours are those of the browser where none are given. */
export const previewStyle = `
:root { color-scheme: light }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: #1f2328; background: #fff }
article, section, body > h1, dl.head { max-width: 60rem; margin: 1rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }
img { max-width: 100%; height: auto }
.notice { margin: 0; padding: .5rem 1rem; background: #fff8c5; border-bottom: 1px solid #d4a72c }
pre { font: .875rem/1.45 ui-monospace, Menlo, Consolas, monospace; margin: 0 }
pre.text { white-space: pre-wrap; overflow-wrap: anywhere }
article pre { background: #f6f8fa; padding: .75rem; overflow: auto }
article table { border-collapse: collapse }
article th, article td { padding: .25rem .5rem }
pre.code { counter-reset: line; padding: .5rem 0; tab-size: 4 }
pre.code .line { display: block; padding: 0 1rem 0 4.5rem; white-space: pre-wrap; overflow-wrap: anywhere; position: relative }
pre.code .line::before { counter-increment: line; content: counter(line); position: absolute; left: 0; width: 3.5rem; text-align: right; color: #818b98 }
table.grid { border-collapse: collapse; font-size: .875rem }
table.grid th, table.grid td { border: 1px solid #d1d9e0; padding: .25rem .5rem; text-align: left; vertical-align: top; max-width: 30rem; overflow-wrap: anywhere; white-space: pre-line }
table.grid thead th { background: #f6f8fa; position: sticky; top: 0 }
table.grid .number { text-align: right; font-variant-numeric: tabular-nums }
dl.head { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; border-bottom: 1px solid #d1d9e0; padding-bottom: 1rem }
dl.head dt { color: #59636e } dl.head dd { margin: 0; overflow-wrap: anywhere }
section.attachments { border-top: 1px solid #d1d9e0 } section h2 { font-size: 1rem }
figure { margin: 0; min-height: 100vh; display: flex; align-items: center; justify-content: center; background: #f6f8fa }
figure img, figure video { max-width: 100%; max-height: 100vh }
.hljs-comment, .hljs-quote { color: #59636e }
.hljs-keyword, .hljs-selector-tag, .hljs-type, .hljs-doctag, .hljs-deletion { color: #cf222e }
.hljs-string, .hljs-regexp, .hljs-addition { color: #0a3069 }
.hljs-number, .hljs-literal, .hljs-attr, .hljs-attribute, .hljs-variable, .hljs-meta { color: #0550ae }
.hljs-title, .hljs-section, .hljs-name, .hljs-selector-class, .hljs-selector-id { color: #6639ba }
.hljs-built_in, .hljs-symbol, .hljs-bullet { color: #953800 }
`;
