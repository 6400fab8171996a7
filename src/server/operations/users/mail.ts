import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Model } from '../../../model/model.ts'
import { say } from '../../../model/text.ts'
import type { Service } from '../../caller.ts'

/** Writes the invitation of a new user as a mail file into DATA_DIR/mail, where a mail server picks it up or a person reads it. */
export async function invite(
  { service, model }: { service: Pick<Service, 'dataDir'>; model: Model },
  email: string,
): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message } = await transport.sendMail({
    from: say(model, 'invite.from'),
    to: email,
    subject: say(model, 'invite.subject'),
    text: say(model, 'invite.text', { email }),
  })
  const folder = join(service.dataDir, 'mail')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`), message as Buffer, {
    mode: 0o600,
  })
}
