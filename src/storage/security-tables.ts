export interface SecurityRevisionTable {
  id: number;
  revision: number;
  /** Of a repository beside the default one: whose users, groups and directory entries it has copies of. */
  main_store: string | null;
  /** The revision of that store up to which they are copied; null before the first time. */
  copied_revision: number | null;
}

/** A user, a group or an entry of a directory, and the revision of its last change. */
export interface SharedChangeTable {
  /** 'user', 'group' or 'entry:' and the name of the directory. */
  kind: string;
  name: string;
  revision: number;
}
