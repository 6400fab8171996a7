import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkedFolders, readDefinitionFiles } from './definitionFiles.ts'
import { definitionProblemText } from './definitions.ts'

describe('the folder of definitions', () => {
  let root: string
  let schemas: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pasta-'))
    schemas = join(root, 'schemas')
    mkdirSync(join(schemas, 'registers', 'a'), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('that is not there is told, with the one that is near', () => {
    expect(() => readDefinitionFiles(join(root, 'schema'))).toThrow(
      `There is no folder ${join(root, 'schema')}. Did you mean ${schemas}?`,
    )
  })

  it('without definitions is told', () => {
    expect(() => readDefinitionFiles(schemas)).toThrow(`The folder ${schemas} holds no definitions.`)
  })

  it('of a layer without any file is told', () => {
    writeFileSync(join(schemas, 'registers', 'a', 'one.schema.json'), '{}')
    mkdirSync(join(root, 'layer'))
    expect(() => readDefinitionFiles(schemas, [join(root, 'layer')])).toThrow('is no layer: it has no layer.json')
  })

  it('that is a file is told', () => {
    writeFileSync(join(root, 'x.json'), '{}')
    expect(() => readDefinitionFiles(join(root, 'x.json'))).toThrow('is no folder')
  })

  it('may hold links to files and folders, which are read and watched; a circle of links is walked once', () => {
    const elsewhere = join(root, 'shared-definitions')
    mkdirSync(join(elsewhere, 'b'), { recursive: true })
    writeFileSync(join(elsewhere, 'one.json'), '{ "one": 1 }')
    writeFileSync(join(elsewhere, 'b', 'two.schema.json'), '{ "two": 2 }')
    symlinkSync(join(elsewhere, 'one.json'), join(schemas, 'registers', 'a', 'one.schema.json'))
    symlinkSync(join(elsewhere, 'b'), join(schemas, 'registers', 'b'))
    symlinkSync(schemas, join(schemas, 'registers', 'again'))
    expect(readDefinitionFiles(schemas)).toEqual([
      { path: 'registers/a/one.schema.json', text: '{ "one": 1 }' },
      { path: 'registers/b/two.schema.json', text: '{ "two": 2 }' },
    ])
    expect(linkedFolders(schemas).sort()).toEqual([elsewhere, join(elsewhere, 'b')].sort())
  })

  it('with a link to what is not there is told', () => {
    symlinkSync(join(root, 'gone.json'), join(schemas, 'menu.json'))
    expect(() => readDefinitionFiles(schemas)).toThrow(`${join(schemas, 'menu.json')} is a link to what is not there.`)
  })

  it('is named in the text of a problem as it is', () => {
    const problem = { file: 'menu.json', line: 1, column: 2, code: 'x', message: 'Wrong.' }
    expect(definitionProblemText(problem, schemas)).toBe(`${join(schemas, 'menu.json')}:1:2 x: Wrong.`)
    expect(definitionProblemText(problem, join(process.cwd(), 'schemas'))).toBe('schemas/menu.json:1:2 x: Wrong.')
  })
})
