import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CostlyPlace, costlyCertificate } from '../fixtures/costlyCertificate.ts'
import { openTestAuthority, type TestAuthority } from '../simulator/certificates.ts'
import { A1Problem, openA1 } from './openA1.ts'

const shop = { name: 'Loja de Teste', cnpj: '12ABC34501DE35' }

describe('a certificate of type A1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'a1-'))
  let authority: TestAuthority
  beforeAll(() => {
    authority = openTestAuthority(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const problemOf = (file: Uint8Array, password: string): string => {
    try {
      openA1(file, password)
    } catch (error) {
      return error instanceof A1Problem ? error.code : String(error)
    }
    return 'opened'
  }

  it('tells its holder, its company and its days', () => {
    const found = openA1(authority.issueFile(shop, 'segredo'), 'segredo')
    expect(found).toMatchObject({ holder: 'Loja de Teste', cnpj: '12ABC34501DE35' })
    expect(found.key).toContain('BEGIN PRIVATE KEY')
    expect(found.chain).toHaveLength(1)
    expect(found.validTo.getTime()).toBeGreaterThan(Date.now())
  })

  it('tells a wrong password from a file that is none, and one without its key', () => {
    const file = authority.issueFile(shop, 'segredo')
    expect(problemOf(file, 'outra')).toBe('password-wrong')
    expect(problemOf(Buffer.from('<html>'), 'segredo')).toBe('unreadable')
    expect(problemOf(file.subarray(0, 200), 'segredo')).toBe('unreadable')
  })

  // Each of a million rounds blocks the server for seconds: the number is told before the password is, and so before any of them.
  it.each<[CostlyPlace, string, string]>([
    ['nowhere', 'segredo', 'opened'],
    ['nowhere', 'outra', 'password-wrong'],
    ['mac', 'outra', 'too-many-rounds'],
    ['bag', 'outra', 'too-many-rounds'],
    ['hidden', 'segredo', 'too-many-rounds'],
  ])('a million rounds, %s, with the password %s: %s', (place, password, expected) => {
    expect(problemOf(costlyCertificate(authority.issue(shop), 'segredo', place), password)).toBe(expected)
  })

  it('one text of bytes in another, thousands deep, is no certificate', () => {
    let deep = Buffer.from([4, 0])
    for (let level = 0; level < 5000; level += 1) {
      const length = [deep.length >> 16, (deep.length >> 8) & 255, deep.length & 255]
      deep = Buffer.concat([Buffer.from([4, 0x83, ...length]), deep])
    }
    expect(problemOf(deep, 'segredo')).toBe('unreadable')
  })

  // Programs read letters beyond ASCII in their own ways; a bash of any locale passes bytes of UTF-8.
  it.each([
    ['AES-256, as OpenSSL 3 writes', 'pãodeaçúcar', []],
    ['old ciphers', 'pãodeaçúcar', ['-legacy']],
    ['AES-256, letters beyond Latin-1', 'senha€ção', []],
    ['AES-256, typed as two signs', 'pãodeaçúcar'.normalize('NFD'), []],
  ] as const)('opens a file with the password of accents: %s', (_, password, options) => {
    const { key, certificate } = authority.issue(shop)
    writeFileSync(join(folder, 'key.pem'), key)
    writeFileSync(join(folder, 'certificate.pem'), certificate)
    const out = join(folder, 'accents.pfx')
    const files = ['-inkey', join(folder, 'key.pem'), '-in', join(folder, 'certificate.pem'), '-out', out]
    execFileSync('openssl', ['pkcs12', '-export', ...options, ...files, '-passout', `pass:${password}`], {
      stdio: 'ignore',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    expect(openA1(readFileSync(out), password.normalize('NFC')).cnpj).toBe('12ABC34501DE35')
    expect(problemOf(readFileSync(out), 'pãodeaçucar')).toBe('password-wrong')
    expect(problemOf(readFileSync(out), 'outra')).toBe('password-wrong')
  })

  // The files that certifying authorities gave out for years.
  it.each([['-legacy'], ['-keypbe', 'AES-256-CBC', '-certpbe', 'AES-256-CBC']])(
    'opens what another program wrote: %s',
    (...options) => {
      const { key, certificate } = authority.issue(shop)
      writeFileSync(join(folder, 'key.pem'), key)
      writeFileSync(join(folder, 'certificate.pem'), certificate)
      const out = join(folder, 'own.pfx')
      const files = ['-inkey', join(folder, 'key.pem'), '-in', join(folder, 'certificate.pem'), '-out', out]
      try {
        execFileSync('openssl', ['pkcs12', '-export', ...options, ...files, '-passout', 'pass:segredo'], { stdio: 'ignore' })
      } catch {
        console.warn('no openssl here: skipped')
        return
      }
      expect(openA1(readFileSync(out), 'segredo').cnpj).toBe('12ABC34501DE35')
      expect(problemOf(readFileSync(out), 'outra')).toBe('password-wrong')
      execFileSync('openssl', [
        'pkcs12',
        '-export',
        '-nokeys',
        '-in',
        join(folder, 'certificate.pem'),
        '-out',
        out,
        '-passout',
        'pass:segredo',
      ])
      expect(problemOf(readFileSync(out), 'segredo')).toBe('no-key')
    },
  )
})
