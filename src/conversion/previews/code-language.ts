import type { FragmentSource } from './fragment.ts';

/** Names of the library by the extension of files. */
const byExtension: Readonly<Record<string, string>> = {
  bash: 'bash',
  c: 'c',
  cc: 'cpp',
  conf: 'ini',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  diff: 'diff',
  go: 'go',
  gradle: 'groovy',
  graphql: 'graphql',
  groovy: 'groovy',
  h: 'c',
  hpp: 'cpp',
  ini: 'ini',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  less: 'less',
  lua: 'lua',
  mjs: 'javascript',
  patch: 'diff',
  php: 'php',
  pl: 'perl',
  properties: 'properties',
  ps1: 'powershell',
  py: 'python',
  r: 'r',
  rb: 'ruby',
  rs: 'rust',
  scala: 'scala',
  scss: 'scss',
  sh: 'bash',
  sql: 'sql',
  swift: 'swift',
  tex: 'latex',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  xml: 'xml',
  xsd: 'xml',
  xsl: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

const byMimeType: Readonly<Record<string, string>> = {
  'application/graphql': 'graphql',
  'application/javascript': 'javascript',
  'application/json': 'json',
  'application/sql': 'sql',
  'application/toml': 'ini',
  'application/x-httpd-php': 'php',
  'application/x-javascript': 'javascript',
  'application/x-sh': 'bash',
  'application/x-tex': 'latex',
  'application/x-yaml': 'yaml',
  'application/xml': 'xml',
  'application/yaml': 'yaml',
  'text/css': 'css',
  'text/javascript': 'javascript',
  'text/x-c': 'c',
  'text/x-java': 'java',
  'text/x-java-source': 'java',
  'text/x-python': 'python',
  'text/xml': 'xml',
};

/** Undefined for plain text, and for languages without colours. */
export function codeLanguageOf({
  name,
  mimeType,
}: Pick<FragmentSource, 'name' | 'mimeType'>): string | undefined {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(byExtension, extension)) return byExtension[extension];
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(byMimeType, type)) return byMimeType[type];
  if (type.endsWith('+json')) return 'json';
  return type.endsWith('+xml') ? 'xml' : undefined;
}
