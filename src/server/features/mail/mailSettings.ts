/** How mails leave: by an SMTP server, or, without one, as files that a person or a mail server picks up. */
export interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps://`. */
  readonly url: string | undefined
  /** Sender of every mail; undefined: that of the messages. */
  readonly from: string | undefined
}

type Env = Readonly<Record<string, string | undefined>>

/** SMTP_URL, or SMTP_HOST with SMTP_PORT, SMTP_USER and SMTP_PASSWORD; MAIL_FROM. */
export function readMailSettings(env: Env = process.env): MailSettings {
  return { url: env.SMTP_URL || urlOf(env), from: env.MAIL_FROM || undefined }
}

function urlOf({
  SMTP_HOST: host,
  SMTP_PORT: port = '587',
  SMTP_USER: user,
  SMTP_PASSWORD: password = '',
}: Env): string | undefined {
  if (!host) return undefined
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  // 465 speaks TLS from the first byte; on the others it is asked for.
  return `${port === '465' ? 'smtps' : 'smtp'}://${login}${host}:${port}`
}
