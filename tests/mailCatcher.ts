import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: string
  readonly from: string
  /** Headers and body as they came. */
  readonly raw: string
  /** The text part, decoded. */
  readonly text: string
}

/** A mail server that keeps what it gets; `refuse` is what it answers to a receiver in place of yes. */
export interface MailCatcher {
  readonly url: string
  readonly mails: ReceivedMail[]
  refuse: string | undefined
  /** The next mail of the one who gets it. */
  next(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

/** Opens it on a free port of this machine. */
export async function openMailCatcher(): Promise<MailCatcher> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const state = { refuse: undefined as string | undefined }
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, state, mail => mails.push(mail))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async next(to: string) {
      const until = Date.now() + 60_000
      for (;;) {
        const at = mails.findIndex(mail => mail.to === to)
        const [mail] = at < 0 ? [] : mails.splice(at, 1)
        if (mail) return mail
        if (Date.now() > until) throw new Error(`no mail to ${to}`)
        await new Promise(done => setTimeout(done, 20))
      }
    },
    close: () =>
      new Promise<void>(done => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  })
}

function converse(socket: Socket, state: { readonly refuse: string | undefined }, keep: (mail: ReceivedMail) => void): void {
  let waiting = ''
  let data: string | undefined
  let [from, to] = ['', '']
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  const hear = (line: string): void => {
    if (/^(EHLO|HELO)/i.test(line)) say('250 catcher')
    else if (/^MAIL FROM:/i.test(line)) {
      from = addressIn(line)
      say('250 ok')
    } else if (/^RCPT TO:/i.test(line)) {
      to = addressIn(line)
      say(state.refuse ?? '250 ok')
    } else if (/^DATA/i.test(line)) {
      data = ''
      say('354 go on')
    } else if (/^QUIT/i.test(line)) {
      say('221 bye')
      socket.end()
    } else say('250 ok')
  }
  say('220 catcher')
  socket.on('data', chunk => {
    waiting += chunk.toString('utf8')
    for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
      const line = waiting.slice(0, end)
      waiting = waiting.slice(end + 2)
      if (data === undefined) hear(line)
      else if (line !== '.') data += `${line.replace(/^\.\./, '.')}\n`
      else {
        keep({ from, to, raw: data, text: mailText(data) })
        data = undefined
        say('250 kept')
      }
    }
  })
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** The plain text of a mail, its encoding undone. */
export function mailText(raw: string): string {
  const plain = /content-type: text\/plain[\s\S]*?\n\n([\s\S]*?)(?=\n----_NmP-)/i.exec(raw.replaceAll('\r\n', '\n'))
  const [part, body = ''] = [plain?.[0] ?? '', plain?.[1]]
  if (/content-transfer-encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/content-transfer-encoding: quoted-printable/i.test(part)) return body
  const bytes = body
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The link that a mail leads to. */
export const linkInMail = (text: string): URL => new URL(/https?:\/\/\S+\/confirmacao\S*/.exec(text)?.[0] ?? '')
