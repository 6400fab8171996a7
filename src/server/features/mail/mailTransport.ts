import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { membersOf } from '../../../base/record.ts'
import { mailHtml } from './mailHtml.ts'
import type { MailSettings } from './mailSettings.ts'
import type { MailMessage } from './mailTemplates.ts'

/** Sends one mail, or throws. The id makes the mail's own: sent twice after a crash, it is known as the same. */
export type SendMail = (letter: MailMessage, id: string) => Promise<void>

/** Milliseconds for each step of talking to the mail server; all together stay below the time for which a mail is taken. */
const patience = 20_000

/** Tells which store wrote a letter. */
const storeHeader = 'x-retaguarda-loja'

/** By the SMTP server of the settings; without one into DATA_DIR/mail, a file a mail. */
export function openMailTransport({ url, from }: MailSettings, dataDir: string): SendMail {
  const message = (letter: MailMessage, id: string) => ({
    from: from ?? letter.from,
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    html: mailHtml(letter.text, letter.button, letter.link),
    messageId: `<${id}@retaguarda>`,
    attachments: letter.attachments?.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content, 'base64'),
    })),
    // Nobody's holiday reply answers a machine.
    headers: {
      'auto-submitted': 'auto-generated',
      ...(letter.lojaId === undefined ? {} : { [storeHeader]: String(letter.lojaId) }),
    },
  })
  if (url === undefined) {
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    return async (letter, id) => keep(dataDir, (await transport.sendMail(message(letter, id))).message as Buffer)
  }
  const transport = createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (letter, id) => void (await transport.sendMail(message(letter, id)))
}

/** Only the server's own user reads mails: their links open accounts. */
async function keep(dataDir: string, message: Buffer): Promise<void> {
  const folder = join(dataDir, 'mail')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}`)
  await writeFile(`${file}.part`, message, { mode: 0o600 })
  await rename(`${file}.part`, `${file}.eml`)
}

/** Bytes in which the headers of a letter stand: the subject is one line. */
const HEAD = 4096

/** Removes letters that were kept as files: those to these addresses, of these stores or, without any, of everybody. */
export async function removeKeptLetters(dataDir: string, to: ReadonlySet<string>, stores?: readonly number[]): Promise<void> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(each => each.endsWith('.eml'))) {
    const file = await open(join(folder, name))
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => file.close())
    const head = buffer.toString('latin1', 0, bytesRead).split('\n\n')[0] ?? ''
    const header = (word: string): string => new RegExp(`^${word}: *(.*)$`, 'im').exec(head)?.[1]?.trim().toLowerCase() ?? ''
    const isOurs = stores === undefined || stores.some(store => header(storeHeader) === String(store))
    if (isOurs && to.has(header('to').replace(/^<|>$/g, ''))) await rm(join(folder, name), { force: true })
  }
}

/** Tells whether the mail server refused for good (no such receiver), and in a word why anything failed: no address, no password. */
export function mailFailureOf(error: unknown): { readonly why: string; readonly forever: boolean } {
  const { code, responseCode } = membersOf(error)
  const forever = code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
  return { why: [code ?? 'unknown', responseCode].filter(Boolean).join(' '), forever }
}
