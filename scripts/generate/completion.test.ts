import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { allWords, metaSchemas, wordSpots } from '../../src/model/fixtures/wordSpots.ts'
import { readModel } from '../../src/model/read.ts'
import { completedNames, ownNames } from '../../src/model/source/completedNames.ts'
import { readDefinitionFiles } from '../../src/server/start/definitionFiles.ts'

interface Names {
  readonly $defs: Readonly<Record<string, { readonly anyOf?: readonly [object, { readonly enum: readonly string[] }] }>>
}

describe('values that editors complete', { timeout: 60_000 }, () => {
  const { $defs } = JSON.parse(readFileSync('schemas/meta/names.json', 'utf8')) as Names
  const files = readDefinitionFiles()
  const spots = wordSpots(files.filter(({ path }) => path.endsWith('.json')))

  it('are all that the definitions name', () => {
    expect(Object.keys($defs)).toEqual([...completedNames, ...ownNames])
    for (const what of ['kind', 'register', 'icon', 'menuGroup', 'page', 'query', 'filter', 'sharedField', 'message'])
      for (const spot of spots.filter(each => each.refs.has(`names.json#/$defs/${what}`)))
        expect($defs[what]?.anyOf?.[1].enum, `${spot.file.path} ${spot.path.join('.')}`).toContain(spot.value.value)
  })

  it.each(['kind', 'register', 'field', 'gate', 'icon', 'menuGroup', 'page', 'query'])('of %s are offered somewhere', what => {
    expect(spots.filter(spot => spot.refs.has(`names.json#/$defs/${what}`)).length).toBeGreaterThan(0)
  })

  it('stand beside words that are all explained, with an example that holds', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const schema of Object.values(metaSchemas)) ajv.addSchema(schema)
    const wrong = [...allWords()].flatMap(([word, { description, examples }]) => {
      if (typeof description !== 'string' || description === '') return [`${word}: no description`]
      if (!Array.isArray(examples) || examples.length === 0) return [`${word}: no example`]
      const validate = ajv.getSchema(word)
      return examples.flatMap(each => (validate?.(each) ? [] : [`${word}: ${JSON.stringify(each)} is not what it takes`]))
    })
    expect(wrong).toEqual([])
  })

  it('are those of the examples', () => {
    const strange = [...allWords()].flatMap(([word, { $ref, examples }]) => {
      const what = /^(?:names|common)\.json#\/\$defs\/(\w+)$|^#\/\$defs\/(message)$/.exec(String($ref))?.slice(1).find(Boolean)
      // Fields and gates are of the register at hand.
      const known = what === 'field' || what === 'gate' ? undefined : $defs[what ?? '']?.anyOf?.[1].enum
      return known && Array.isArray(examples)
        ? examples.filter(each => !known.includes(each)).map(each => `${word}: ${each}`)
        : []
    })
    expect(strange).toEqual([])
  })

  it('leave a name that was written a moment ago alone', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const schema of Object.values(metaSchemas)) ajv.addSchema(schema)
    const validate = ajv.getSchema('register.json')
    const own = { title: 'X', type: 'object', register: { scope: 'store', menu: 'own', label: 'own' }, properties: {} }
    expect(validate?.(own), JSON.stringify(validate?.errors)).toBe(true)
  })
})

describe('the names of its own that the UI schema of a register completes', { timeout: 60_000 }, () => {
  const files = readDefinitionFiles().filter(({ path }) => path.endsWith('.ui.json') && path.startsWith('registers/'))
  const own = (name: string): Own => JSON.parse(readFileSync(`schemas/meta/registers/${name}`, 'utf8'))
  interface Own {
    readonly $defs: Readonly<Record<string, { readonly anyOf?: readonly [object, { readonly enum: readonly string[] }] }>>
  }

  it('are in the schema that its $schema names', () => {
    const present = readdirSync('schemas/meta/registers')
    for (const { path, text } of files) {
      const name = `${path.split('/').at(-1)?.replace('.ui.json', '')}.json`
      expect(JSON.parse(text).$schema, path).toBe(`../../meta/registers/${name}`)
      expect(present).toContain(name)
    }
  })

  it('are all that the definitions name', () => {
    for (const { path, refs, value, file } of wordSpots(files)) {
      const what = [...refs].map(ref => /^names\.json#\/\$defs\/(own\w+)$/.exec(ref)?.[1]).find(each => each !== undefined)
      // A referred record has more fields than its name and code, and the standard actions have no definition.
      if (what === undefined || what === 'ownAction' || /[.!]/.test(value.value)) continue
      const name = `${file.path.split('/').at(-1)?.replace('.ui.json', '')}.json`
      expect(own(name).$defs[what]?.anyOf?.[1].enum, `${file.path}: ${path.join('.')}`).toContain(value.value)
    }
  })

  it('are not those of other registers', () => {
    for (const what of ['ownField', 'ownColumn']) {
      const fields = own('unidades.json').$defs[what]?.anyOf?.[1].enum
      expect(fields).toContain('nome')
      expect(fields).not.toContain('preco_vnd_prod')
    }
  })

  it('stand where the words of a UI schema take them, and refuse nothing', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const schema of Object.values(metaSchemas)) ajv.addSchema(schema)
    for (const { path, text } of files) {
      const name = `registers/${path.split('/').at(-1)?.replace('.ui.json', '')}.json`
      const validate = ajv.compile({ ...own(name.slice('registers/'.length)), $id: name })
      expect(validate(JSON.parse(text)), `${path}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
    const { $defs, allOf } = own('unidades.json') as Own & { readonly allOf: readonly [object, object] }
    const column = { ...allOf[1], $defs: { ...$defs, ownColumn: { enum: ['nome'] } } }
    expect(ajv.validate(column, { list: { columns: ['nome'] } })).toBe(true)
    expect(ajv.validate(column, { list: { columns: ['outro'] } })).toBe(false)
  })
})

describe('the names of its own that the JSON Schema of a register completes', { timeout: 60_000 }, () => {
  const files = readDefinitionFiles().filter(({ path }) => path.endsWith('.schema.json') && path.startsWith('registers/'))
  const nameOf = (path: string): string => `${path.split('/').at(-1)?.replace('.schema.json', '')}.json`
  const own = (path: string): Names => JSON.parse(readFileSync(`schemas/meta/records/${nameOf(path)}`, 'utf8'))
  const { model } = readModel(readDefinitionFiles())

  it('are in the schema that its $schema names, one for each register', () => {
    for (const { path, text } of files) expect(JSON.parse(text).$schema, path).toBe(`../../meta/records/${nameOf(path)}`)
    const registers = files.map(({ path }) => nameOf(path)).toSorted()
    expect(readdirSync('schemas/meta/records')).toEqual(expect.arrayContaining(registers))
  })

  it('are all that the definitions name, those of a child list the fields of its rows', () => {
    let found = 0
    for (const { path, refs, value, file } of wordSpots(files)) {
      const what = [...refs].map(ref => /^names\.json#\/\$defs\/(own\w+)$/.exec(ref)?.[1]).find(each => each !== undefined)
      if (what === undefined) continue
      const { lists } = model.registers[nameOf(file.path).replace('.json', '')] ?? { lists: [] }
      const isRow = path[0] === 'properties' && lists.some(({ name }) => name === path[1])
      const list = isRow && what !== 'ownList' ? `rowsOf_${path[1]}` : what
      expect(own(file.path).$defs[list]?.anyOf?.[1].enum, `${file.path}: ${path.join('.')}`).toContain(value.value)
      found += 1
    }
    expect(found).toBeGreaterThan(200)
  })

  it('are the fields that the register has, and nobody else’s', () => {
    const { $defs } = own('registers/cadastros/unidades.schema.json')
    expect($defs.ownField?.anyOf?.[1].enum).toEqual(model.registers.unidades?.fields.map(({ name }) => name))
  })

  it('stand where the words take them, and refuse nothing', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const schema of Object.values(metaSchemas)) ajv.addSchema(schema)
    for (const { path, text } of files) {
      const validate = ajv.compile({ ...own(path), $id: `records/${nameOf(path)}` })
      expect(validate(JSON.parse(text)), `${path}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
    const { $defs, allOf } = own('registers/catalogo/pergunta.schema.json') as Names & {
      readonly allOf: readonly [object, object]
    }
    const closed = { ...allOf[1], $defs: { ...$defs, ownField: { enum: ['descricao'] }, rowsOf_respostas: { enum: ['nome'] } } }
    const validate = ajv.compile(closed)
    const list = (field: string) => ({ properties: { respostas: { order: field, items: { required: [field] } } } })
    expect([{ required: ['descricao'] }, { register: { label: 'descricao' } }, list('nome')].map(each => validate(each))).toEqual(
      [true, true, true],
    )
    expect([{ required: ['nome'] }, { register: { label: 'nome' } }, list('descricao')].map(each => validate(each))).toEqual([
      false,
      false,
      false,
    ])
  })
})
