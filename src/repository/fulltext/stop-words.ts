/** Very frequent words of English and French; neither indexed nor searched. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be by for from how i in is it of on or that the this to was what when ' +
    'where who will with car donc est il ils je la le les mais ni nous or ou pour tu un une ' +
    'vous www com'
  ).split(' '),
);
