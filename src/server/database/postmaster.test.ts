import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localDatabaseUrl, socketFolder } from './postmaster.ts'

test('the embedded server is reached by its socket where it has one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'socket, '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const url = (): URL => new URL(localDatabaseUrl(folder, 5433, 'p/w', 'loja'))
  expect([url().host, url().searchParams.get('host')]).toEqual(['127.0.0.1:5433', null])
  writeFileSync(join(folder, '.s.PGSQL.5433'), '')
  expect(socketFolder(folder, 5433)).toBe(folder)
  expect([url().pathname, url().searchParams.get('host')]).toEqual(['/loja', folder])
})

test('a folder whose socket would have too long an address has none', () => {
  expect(socketFolder(`/${'x'.repeat(88)}`, 54_321)).toBe('')
  expect(socketFolder(`/${'x'.repeat(80)}`, 54_321)).toBe(`/${'x'.repeat(80)}`)
})
