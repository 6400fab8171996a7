import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shopDefinitions } from '../../src/model/fixtures/shop.ts'
import { copyOfLayer, editFile, sampleLayer } from '../../tests/fixtures/layeredFolder.ts'
import { makeReview, reviewLayer } from './make.ts'
import { reviewText } from './print.ts'

describe('a review of definitions that are being written', () => {
  const root = mkdtempSync(join(tmpdir(), 'revisao-'))
  const schemas = join(root, 'schemas')
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...args])
  const write = (path: string, text: string): void => {
    mkdirSync(join(schemas, path, '..'), { recursive: true })
    writeFileSync(join(schemas, path), text)
  }

  beforeAll(() => {
    git('init', '-q')
    for (const { path, text } of shopDefinitions) write(path, text)
    git('add', '.')
    git('commit', '-q', '-m', 'one')
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('says that nothing changed, and reads what is not committed yet', async () => {
    expect((await makeReview(schemas, 'HEAD', undefined)).sections).toEqual([])
    const grupos = shopDefinitions.find(({ path }) => path.endsWith('grupos.schema.json'))?.text ?? ''
    write('registers/cardapio/grupos.schema.json', grupos.replace('"maxLength": 20', '"maxLength": 30'))
    expect(reviewText(await makeReview(schemas, 'HEAD', undefined))).toContain('+ Campo “Nome”: limite: até 30 caracteres')
  })

  it('does not say of a register that cannot be read that it was taken away', async () => {
    write('registers/cardapio/grupos.schema.json', '{ "title": "Grupos", }')
    const text = reviewText(await makeReview(schemas, 'HEAD', undefined))
    expect(text).not.toContain('- Grupos')
    expect(text).not.toContain('- Produtos')
    expect(text).toContain('grupos.schema.json:1:20 json-invalid')
    expect(text).toMatch(/… e \d+ arquivos que dependem deles/)
    expect(text).not.toContain('register-refused')
  })
})

describe('a review of a layer', () => {
  const folder = copyOfLayer('acme')
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...args])

  beforeAll(() => {
    git('init', '-q')
    git('add', '.')
    git('commit', '-q', '-m', 'one')
  })
  afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }))

  const review = (ref: string) => reviewLayer('acme', ref, undefined, [sampleLayer('mercado'), folder])

  it('tells what changed since a reference of its own repository, and neither what other layers nor what the product say', async () => {
    editFile(folder, 'registers/cadastros/parceiros.schema.json', '"title": "Cliente"', '"title": "Freguês"')
    editFile(folder, 'registers/cadastros/parceiros.schema.json', '"maxLength": 10', '"maxLength": 12')
    const text = reviewText(await review('HEAD'))
    expect(text).toContain('Registros, da camada acme (1)')
    expect(text).toContain('Mesa preferida')
    expect(text).not.toContain('Corredor')
    git('commit', '-qam', 'two')
    expect((await review('HEAD')).sections).toEqual([])
    expect(reviewText(await review('HEAD~1'))).toBe(text.replace('desde HEAD ', 'desde HEAD~1 '))
  })

  it('names the layers that there are for a name that none has, and a reference that is none', async () => {
    await expect(reviewLayer('outra', 'HEAD', undefined, [folder])).rejects.toThrow('LAYERS has no layer "outra": acme.')
    await expect(review('nunca')).rejects.toThrow('"nunca" is no commit, branch or tag of this repository.')
  })
})
