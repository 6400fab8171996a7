import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readModel } from '../../src/model/read.ts'
import { readDefinitionFiles, schemasFolder } from '../../src/server/start/definitionFiles.ts'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { copyOfLayer } from '../../tests/fixtures/layeredFolder.ts'

// Each run is a process of its own.
describe('npm run new', () => {
  const folder = mkdtempSync(join(tmpdir(), 'novo-registro-'))
  const schemas = join(folder, 'schemas')
  cpSync('schemas', schemas, { recursive: true })
  const file = join(folder, 'Vagas de garagem.csv')
  writeFileSync(file, 'Nome;Placa;Valor\nA1;ABC1D23;120,00\nA2;;90\n')
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, ['scripts/new.ts', file, '--out', schemas, ...args], { encoding: 'utf8', stdio: 'pipe' })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('writes a register that is valid at once, and rows for its stories', () => {
    const told = run()
    expect(told).toContain('vagas_de_garagem.schema.json')
    expect(told).toContain('Stands in the menu Cadastros, for cadastros_ver.')
    const { model, problems } = readDefinitions(schemas)
    expect(problems.filter(problem => problem.file.includes('vagas'))).toEqual([])
    expect(model.registers.vagas_de_garagem).toMatchObject({
      title: 'Vagas de garagem',
      singular: 'vaga de garagem',
      label: 'nome',
    })
    // However short those of the samples are.
    expect(model.registers.vagas_de_garagem?.fields.find(({ name }) => name === 'nome')?.maxLength).toBe(60)
    const samples = JSON.parse(readFileSync(join(schemas, 'registers/cadastros/vagas_de_garagem.sample.json'), 'utf8'))
    expect(samples.rows[0]).toEqual({ nome: 'A1', placa: 'ABC1D23', valor: 120 })
  })

  it('says how it is used', () => {
    expect(execFileSync(process.execPath, ['scripts/new.ts', '--help'], { encoding: 'utf8' })).toContain(
      'npm run new -- <file.csv>',
    )
  })

  it('takes several files, and writes nothing of one that cannot be', () => {
    const second = join(folder, 'Boxes.csv')
    writeFileSync(second, 'Nome\nA1\nA2\n')
    expect(() => run(second, '--name', 'x')).toThrow('--name is for one file')
    const told = execFileSync(process.execPath, ['scripts/new.ts', second, '--out', schemas, '--area', 'patio'], {
      encoding: 'utf8',
    })
    expect(told).toContain('boxes-importar.json')
    expect(told).toContain('Stands in no menu: "menu" of its register names one')
    expect(readDefinitions(schemas).model.imports['boxes-importar']?.keys).toEqual([['nome']])
  })

  it('makes a register of a layer under a name of the layer', () => {
    const layer = copyOfLayer('acme')
    execFileSync(process.execPath, ['scripts/new.ts', file, '--out', layer], { encoding: 'utf8', stdio: 'pipe' })
    const { model, problems } = readModel(readDefinitionFiles(schemasFolder, [layer]))
    expect(problems).toEqual([])
    expect(model.registers.x_acme_vagas_de_garagem?.title).toBe('Vagas de garagem')
    rmSync(dirname(layer), { recursive: true, force: true })
  })

  it('overwrites nothing', () => {
    expect(() => run()).toThrow('exists already')
    expect(() => run('--name', 'Produtos')).toThrow('exists already')
  })

  it('refuses a workbook', () => {
    const book = join(folder, 'vagas.xlsx')
    writeFileSync(book, Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))
    expect(() => execFileSync(process.execPath, ['scripts/new.ts', book, '--out', schemas], { stdio: 'pipe' })).toThrow(
      'Save the spreadsheet as CSV first',
    )
  })

  it('refuses a name that is none', () => {
    expect(() => run('--name', '../fora')).toThrow('cannot name a register')
  })
})
