import { useEffect, useRef, useState } from 'react';
import type { Value } from '../../../api/types.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import { uploadFile } from '../upload-file.ts';

/** A file on its way to the server. */
export interface RunningUpload {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
}

interface Uploads {
  readonly uploads: readonly RunningUpload[];
  readonly add: (files: readonly File[]) => void;
  readonly cancel: (id: number) => void;
}

/** Sends files one after the other; those that have arrived are handed over together. */
export function useUploads(onSent: (files: readonly Value[]) => void): Uploads {
  const text = useText();
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);
  useEffect(() => {
    const open = running.current;
    return () => {
      for (const controller of open.values()) controller.abort();
    };
  }, []);

  const sendOne = async (id: number, file: File): Promise<Value | undefined> => {
    const { signal } = running.current.get(id) ?? new AbortController();
    const onProgress = (progress: number): void =>
      setUploads((all) => all.map((each) => (each.id === id ? { ...each, progress } : each)));
    try {
      return signal.aborted ? undefined : await uploadFile(file, { signal, onProgress });
    } catch (error) {
      if (!signal.aborted) notifyError(text, error);
      return undefined;
    } finally {
      running.current.delete(id);
      setUploads((all) => all.filter((each) => each.id !== id));
    }
  };

  const add = async (files: readonly File[]): Promise<void> => {
    const started = files.map((file) => {
      lastId.current += 1;
      running.current.set(lastId.current, new AbortController());
      return { id: lastId.current, file };
    });
    const rows = started.map(({ id, file }) => ({ id, name: file.name, progress: 0 }));
    setUploads((all) => [...all, ...rows]);
    const sent: Value[] = [];
    for (const { id, file } of started) {
      const value = await sendOne(id, file);
      if (value !== undefined) sent.push(value);
    }
    if (sent.length > 0) onSent(sent);
  };
  return {
    uploads,
    add: (files) => void add(files),
    cancel: (id) => running.current.get(id)?.abort(),
  };
}
