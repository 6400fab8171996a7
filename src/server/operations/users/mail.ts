import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Model } from '../../../model/model.ts'
import { say } from '../../../model/text.ts'
import type { Service } from '../../caller.ts'
import { hashPassword } from '../../session/password.ts'
import { setHash } from '../../session/people.ts'
import { publicAddress } from '../../settings.ts'

/**
 * Gives a new user a first password and writes the invitation that tells it as a mail file into DATA_DIR/mail, where a mail
 * server picks it up or a person reads it. The password stands nowhere else.
 */
export async function invite(
  { service, model }: { service: Pick<Service, 'dataDir' | 'database'>; model: Model },
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const password = randomBytes(9).toString('base64url')
  await setHash(service.database.system, userId, await hashPassword(password))
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message } = await transport.sendMail({
    from: say(model, 'invite.from'),
    to: email,
    subject: say(model, 'invite.subject'),
    text: say(model, 'invite.text', { email, password, address: publicAddress() }),
  })
  const folder = join(service.dataDir, 'mail')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`), message as Buffer, {
    mode: 0o600,
  })
}
