import { type DestinationStream, type Logger, pino } from 'pino'

/** Members that never reach a log, wherever they stand. */
const secrets = ['authorization', 'cookie', 'password', 'oldPassword', 'newPassword', 'token', 'secret', 'hash']

/** Structured logs: one JSON object a line. LOG_LEVEL says from which level on: in a terminal, where people read, warnings. */
export const createLogger = (destination?: DestinationStream): Logger =>
  pino(
    {
      level: process.env.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: { paths: secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]), censor: '***' },
    },
    destination ?? standardOutput(),
  )

/** Lines gather for a moment, so that a busy server does not write for every call; whatever ends it but a kill -9 writes them out. */
const standardOutput = (): DestinationStream =>
  pino.destination(process.stdout.isTTY ? { dest: 1 } : { dest: 1, sync: false, minLength: 8192, periodicFlush: 250 })
