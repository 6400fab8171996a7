import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { secretsOfInstallation, secretsUnderKey } from './secret.ts'

const folder = mkdtempSync(join(tmpdir(), 'secret-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a sealed value opens where it was sealed and nowhere else', () => {
  const secrets = secretsUnderKey(Buffer.alloc(32, 7))
  // Of signs that a sealed value never has by itself.
  const sealed = secrets.seal('1234 ç', 'parceiros.senha_pdv')
  expect(sealed).not.toContain('1234 ç')
  expect(sealed).not.toContain(Buffer.from('1234 ç').toString('base64url'))
  expect(secrets.open(sealed, 'parceiros.senha_pdv')).toBe('1234 ç')
  expect(() => secrets.open(sealed, 'parceiros.nome')).toThrow()
  expect(() => secretsUnderKey(Buffer.alloc(32, 8)).open(sealed, 'parceiros.senha_pdv')).toThrow()
  expect(secrets.seal('1234 ç', 'parceiros.senha_pdv')).not.toBe(sealed)
})

test('a sealed value opens by its whole tag alone', () => {
  const secrets = secretsUnderKey(Buffer.alloc(32, 7))
  const [version, iv, tag = '', body] = secrets.seal('1234', 'a.b').split('.')
  const whole = Buffer.from(tag, 'base64url')
  const withTag = (bytes: Buffer): string => [version, iv, bytes.toString('base64url'), body].join('.')
  expect(secrets.open(withTag(whole), 'a.b')).toBe('1234')
  for (const length of [0, 1, 4, 8, 12, 13, 14, 15])
    expect(() => secrets.open(withTag(whole.subarray(0, length)), 'a.b')).toThrow()
  expect(() => secrets.open(withTag(Buffer.concat([whole, whole])), 'a.b')).toThrow()
})

test('the key of a data folder is for its owner alone', () => {
  const sealed = secretsOfInstallation(folder).seal('x', 'a.b')
  expect(secretsOfInstallation(folder).open(sealed, 'a.b')).toBe('x')
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
})
