import { randomUUID } from 'node:crypto'
import { membersOf } from '../../base/record.ts'
import type { StubRequest, StubResponse } from '../../server/plugin.ts'
import { scannedPage, scanningPage } from './stubPages.ts'

interface Robot {
  token: string
  old: boolean
  status: string
  code: string
  since: string
  number: string
  respostas: { responder: boolean; respostaBemVindo: string; contatosIgnorar: string }
}

const refused = (status: number, message: string): StubResponse => ({ status, body: { error: { message } } })

const newToken = (): string => `robo-${randomUUID()}`

const turn = (robot: Robot, status: string): void => {
  robot.status = status
  robot.since = new Date().toISOString()
}

/** A bot before anybody scanned its code. */
const newRobot = (old: boolean): Robot => ({
  token: '',
  old,
  status: 'iniciando',
  code: randomUUID(),
  since: new Date().toISOString(),
  number: '',
  respostas: { responder: false, respostaBemVindo: '', contatosIgnorar: '' },
})

function statusOf(robot: Robot, address: string): StubResponse {
  const { status, code, since, number, respostas } = robot
  // It starts while it is asked for the first time.
  if (status === 'iniciando') turn(robot, 'qr')
  const qrCode = status === 'qr' ? `${address}/escanear?codigo=${code}` : undefined
  return { status: 200, body: { ok: true, service: { status }, statusDetails: { qrCode, timestamp: since }, number, respostas } }
}

function takeReplies(robot: Robot, body: unknown): StubResponse {
  if (robot.status !== 'ready') return refused(409, 'O WhatsApp ainda não está conectado')
  const { responder, respostaBemVindo, contatosIgnorar } = membersOf(body)
  robot.respostas = {
    responder: responder === true,
    respostaBemVindo: String(respostaBemVindo ?? ''),
    contatosIgnorar: String(contatosIgnorar ?? ''),
  }
  return { status: 200, body: { ok: true } }
}

/**
 * The service of bots: makes them, shows a code to be scanned, takes their replies, removes them. The code is the address of a small
 * page, `escanear?codigo=`, where a person connects a telephone by a button.
 */
export function createChatbotStub() {
  const robots = new Map<string, Robot>()

  const make = (name: string, body: unknown): StubResponse => {
    const robot = robots.get(name) ?? newRobot(membersOf(body).waboxapp === true)
    robot.token = newToken()
    robots.set(name, robot)
    return { status: 200, body: { token: robot.token } }
  }

  /** A telephone scans the code. */
  const scan = (code: string): boolean => {
    const [name, robot] = [...robots].find(([, one]) => one.code === code && one.status === 'qr') ?? []
    if (!robot) return false
    robot.number = `55119${String(name).padStart(8, '0')}`
    turn(robot, robot.old ? 'NORMAL-MAIN' : 'ready')
    return true
  }

  const answer = ({ method, steps, headers, body, query }: StubRequest, address: string): StubResponse => {
    if (steps[0] === 'escanear') {
      if (method === 'POST') return { status: 200, body: scannedPage(scan(String(membersOf(body).codigo))) }
      return { status: 200, body: scanningPage(query.codigo ?? '') }
    }
    const [place, name = '', part] = steps
    if (place !== 'robots' || name === '') return refused(404, 'Não encontrado')
    const given = String(headers.authorization ?? '').replace(/^Bearer /, '')
    if (given === '') return refused(401, 'Sem chave')
    const robot = robots.get(name)
    if (method === 'PUT' && part === undefined)
      return given.startsWith('robo-') ? refused(401, 'Chave inválida') : make(name, body)
    if (!robot) return refused(404, 'Chatbot não encontrado')
    if (method === 'DELETE') {
      robots.delete(name)
      return { status: 200, body: { ok: true } }
    }
    if (given !== robot.token) return refused(401, 'Token expirado')
    if (method === 'GET' && part === undefined) return statusOf(robot, address)
    if (method === 'PUT' && part === 'respostas') return takeReplies(robot, body)
    return refused(404, 'Não encontrado')
  }
  return {
    answer,
    scan,
    /** Tokens that were given are good no more. */
    expire(): void {
      for (const robot of robots.values()) robot.token = newToken()
    },
    /** The telephone is disconnected: another code waits to be scanned. */
    disconnect(): void {
      for (const robot of robots.values()) {
        robot.code = randomUUID()
        robot.number = ''
        turn(robot, 'qr')
      }
    },
    /** Somebody removes all bots at the service. */
    lose: (): void => robots.clear(),
    /** Names of the bots that there are. */
    names: (): string[] => [...robots.keys()],
  }
}
