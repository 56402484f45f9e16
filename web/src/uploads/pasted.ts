/** Browsers call every picture of the clipboard the same. */
const unnamed = /^image\.(?<extension>\w+)$/;

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** `Screenshot 2026-11-23 20.31.05.png`: no character of it is special in the names of files of any system. */
export function pastedName(name: string, at: Date): string {
  const extension = unnamed.exec(name)?.groups?.extension;
  if (extension === undefined) return name;
  const date = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join('.');
  return `Screenshot ${date} ${time}.${extension}`;
}
