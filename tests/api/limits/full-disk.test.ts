import { existsSync, mkdirSync, readdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerErrorHandler } from '../../../src/server/http/log/errorReplies.ts'
import { keepFile } from '../../../src/server/storage/folderHome.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Where the system has a file that is always full. */
const full = '/dev/full'

let server: TestServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server?.close())

describe('a full disk', () => {
  test.skipIf(!existsSync(full))('is told as such, whether it is ours or the database’s', async () => {
    const app = fastify()
    const { service, database } = server.house
    registerErrorHandler(app, service)
    app.get('/ours', () => writeFile(full, 'x'))
    app.get('/theirs', () =>
      database.system.query(`DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`),
    )
    for (const url of ['/ours', '/theirs']) {
      const reply = await app.inject({ url })
      expect([reply.statusCode, reply.json().error.code]).toEqual([507, 'disk-full'])
      expect(reply.json().error.message).toMatch(/^O disco do servidor está cheio: nada foi salvo/)
    }
    await app.close()
  })

  test.skipIf(!existsSync(full))(
    'is seen by who asks whether the server is ready, and so is that there is room again',
    async () => {
      const probe = join(server.house.service.dataDir, '.probe')
      symlinkSync(full, probe)
      const reply = await server.app.inject('/readyz')
      expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'disk-full' }])
      unlinkSync(probe)
      expect((await server.app.inject('/readyz')).statusCode).toBe(200)
    },
  )

  test('keeps no part of a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guardar-'))
    const file = join(folder, 'um', 'dois', 'foto.png')
    // What stands in its place keeps it from being moved there, as a full disk keeps it from being written.
    mkdirSync(join(file, 'cheio'), { recursive: true })
    await expect(keepFile(file, Buffer.from('x'))).rejects.toThrow()
    expect(readdirSync(join(folder, 'um', 'dois'))).toEqual(['foto.png'])
    await rm(folder, { recursive: true })
  })
})
