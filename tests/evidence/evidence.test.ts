import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { forgetEndedLogs, keepLogged, keepPrinted, logsFromNow } from './serverLogs.ts'
import { tellingLines } from './tellingLines.ts'

/** Returns a process as its listeners see it. */
const printing = () =>
  Object.assign(new EventEmitter(), {
    stdout: new EventEmitter(),
    stderr: new EventEmitter(),
    exitCode: null as number | null,
    signalCode: null,
  })

test('what servers say from a moment on is told, by name where there are several, and forgotten once they are gone', () => {
  const server = printing()
  keepPrinted('server', server as never)
  server.stdout.emit('data', Buffer.from('starts\nlis'))
  const since = logsFromNow()
  expect(since()).toEqual([])
  server.stdout.emit('data', Buffer.from('tens\nanswers\nhalf'))
  expect(since()).toEqual(['listens', 'answers'])
  const lines = ['in this process']
  keepLogged('app', lines)
  lines.push('more')
  expect(since()).toEqual(['server: listens', 'server: answers', 'app: in this process', 'app: more'])
  server.stderr.emit('data', `${'again\n'.repeat(9_000)}`)
  expect(logsFromNow()()).toEqual([])
  expect(since().length).toBeLessThan(5_000)
  forgetEndedLogs()
  expect(since().every(line => line === 'again')).toBe(true)
  server.exitCode = 1
  forgetEndedLogs()
  expect(since()).toEqual([])
})

test('warnings, errors and failed requests are told before all else, as a person reads them', () => {
  const request = '{"level":"info","time":"2026-11-26T14:41:24Z","method":"GET","path":"/api/produtos","status":200,"ms":5}'
  expect(tellingLines([request, 'Retaguarda: http://127.0.0.1:3000', ''])).toEqual([
    'info GET /api/produtos 200',
    'Retaguarda: http://127.0.0.1:3000',
  ])
  const failed = request.replace('200', '500')
  const error = '{"level":50,"msg":"job failed","err":{"message":"no table"}}'
  expect(tellingLines([`server at 1: ${error}`, request, failed, request])).toEqual([
    'server at 1: error job failed no table',
    'info GET /api/produtos 500',
  ])
  expect(tellingLines([request, error, error, failed], 1)).toEqual(['info GET /api/produtos 500'])
})
