import { AppError } from './base/errors/app-error.ts';
import { readJsonFile } from './base/json-file.ts';
import { parseNamedAddress } from './base/mail-address.ts';
import type { Config } from './config/settings.ts';
import type { MailSettings } from './jobs/mail/mail-services.ts';
import type { MailServerOptions } from './mail/mail-options.ts';
import {
  buildMailTexts,
  type MailTexts,
  type MailTextsFile,
  parseMailTexts,
} from './mail/mail-texts.ts';

/** Reads the files with texts of mails. @throws AppError notification.invalid */
export async function readMailSettings(config: Config): Promise<MailSettings> {
  const { publicUrl, port, contextPath } = config;
  return {
    server: serverOf(config),
    from: parseNamedAddress(config.mailFrom ?? '') ?? { name: '', address: '' },
    subjectPrefix: config.mailSubjectPrefix,
    baseUrl: publicUrl ?? `http://localhost:${port}${contextPath}/`,
    documentPath: config.mailDocumentPath,
    texts: await readMailTexts(config.mailTemplateFiles),
    digest: config.notificationDigest,
    retryAfterMs: config.mailRetrySeconds * 1_000,
  };
}

/** The texts of the server and of files. @throws AppError notification.invalid */
export async function readMailTexts(files: readonly string[]): Promise<MailTexts> {
  return buildMailTexts(await Promise.all(files.map(readTextsFile)));
}

function serverOf(config: Config): MailServerOptions | null {
  const { mailHost: host, mailUser: user, mailPassword: password } = config;
  if (host === null) return null;
  return {
    host,
    port: config.mailPort === 0 ? portOf(config.mailTls) : config.mailPort,
    tls: config.mailTls,
    acceptsAnyCertificate: config.mailTlsUnverified,
    login: user !== null && password !== null ? { user, password } : null,
    timeLimitMs: config.mailTimeLimitMs,
    poolSize: config.mailPoolSize,
  };
}

function portOf(tls: MailServerOptions['tls']): number {
  return tls === 'tls' ? 465 : 587;
}

async function readTextsFile(path: string): Promise<MailTextsFile> {
  const source = `mailTemplateFiles, ${path}`;
  try {
    return parseMailTexts(await readJsonFile(path), source);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('notification.invalid', `${source}: ${reason}`, { cause });
  }
}
