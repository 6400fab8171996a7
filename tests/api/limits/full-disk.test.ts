import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerHealth } from '../../../src/server/http/health.ts'
import { registerErrorHandler } from '../../../src/server/http/log/errorReplies.ts'
import { keepFile } from '../../../src/server/storage/folderStorage.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Whether this machine lets us have a small disk of our own. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'disco-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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
    const { service, database } = server.context
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

  test('is seen by who asks whether the server is ready, and so is that there is room again', async () => {
    const { dataDir } = server.context.service
    const probe = join(dataDir, '.probe')
    // A file that is there has its room, whatever the disk has left: what is asked for is a new one.
    writeFileSync(probe, 'x'.repeat(4096))
    const before = statSync(probe).ino
    expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ok' })
    expect(existsSync(probe) && statSync(probe).ino === before).toBe(false)
  })

  test.skipIf(!mayMount())('is seen where a disk is full and an older file of the probe is still there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cheio-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    const app = fastify()
    try {
      const { database } = server.context.service
      registerHealth(app, { database, dataDir: folder })
      writeFileSync(join(folder, '.probe'), 'x'.repeat(4096))
      const fill = join(folder, 'cheio')
      expect(() => writeFileSync(fill, Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC')
      const reply = await app.inject('/readyz')
      expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'disk-full' }])
      await rm(fill)
      expect((await app.inject('/readyz')).statusCode).toBe(200)
      expect(readdirSync(folder)).toEqual([])
    } finally {
      await app.close()
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true })
    }
  })

  test('keeps no part of a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guardar-'))
    const file = join(folder, 'um', 'dois', 'foto.png')
    // A folder in its place keeps it from being moved there, as a full disk keeps it from being written.
    mkdirSync(join(file, 'cheio'), { recursive: true })
    await expect(keepFile(file, Buffer.from('x'))).rejects.toThrow()
    expect(readdirSync(join(folder, 'um', 'dois'))).toEqual(['foto.png'])
    await rm(folder, { recursive: true })
  })
})
