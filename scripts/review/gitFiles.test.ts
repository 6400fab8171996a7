import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFilesAt } from './gitFiles.ts'

describe('definitions of a git reference', () => {
  const root = mkdtempSync(join(tmpdir(), 'revisao-'))
  const schemas = join(root, 'schemas')
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...args])

  beforeAll(() => {
    mkdirSync(join(schemas, 'meta'), { recursive: true })
    git('init', '-q')
    writeFileSync(join(schemas, 'menu.json'), '{"título": "então"}')
    writeFileSync(join(schemas, 'kinds.json'), '')
    writeFileSync(join(schemas, 'meta', 'menu.json'), '{}')
    git('add', '.')
    git('commit', '-q', '-m', 'one')
    git('tag', 'v1')
    writeFileSync(join(schemas, 'menu.json'), '{"título": "agora"}')
  })

  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('are read as they were, without the meta-schemas', () => {
    const { files, commit } = readFilesAt(schemas, 'v1')
    expect(commit).toMatch(/^[0-9a-f]{40}$/)
    expect(files).toEqual([
      { path: 'kinds.json', text: '' },
      { path: 'menu.json', text: '{"título": "então"}' },
    ])
  })

  it('say when there is no such reference', () => {
    expect(() => readFilesAt(schemas, 'v9')).toThrow('"v9" is no commit')
  })
})
