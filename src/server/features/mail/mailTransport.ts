import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
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
    headers: { 'auto-submitted': 'auto-generated' },
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

/** Whether the mail server refused for good (no such receiver), and in a word why anything failed: no address, no password. */
export function mailFailureOf(error: unknown): { readonly why: string; readonly forever: boolean } {
  const { code, responseCode } = membersOf(error)
  const forever = code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
  return { why: [code ?? 'unknown', responseCode].filter(Boolean).join(' '), forever }
}
