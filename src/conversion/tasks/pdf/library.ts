/**
 * The library that writes PDF files, as the one file that its package contains beside its modules: those are so
 * many that loading them takes a second, and each conversion is a process of its own.
 */
const file = new URL('../dist/pdf-lib.esm.min.js', import.meta.resolve('@cantoo/pdf-lib'));

export const pdfLib = (await import(file.href)) as typeof import('@cantoo/pdf-lib');
