import { describe, expect, it } from 'vitest'
import { gateAllows, type Permission, rightsFor } from '../../src/model/access/gate.ts'
import type { Register } from '../../src/model/model.ts'
import { isActAllowed, visibilityOf } from '../../src/server/query/visibility.ts'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { appPagesOf } from './appPages.ts'
import { permissionOfEmployee } from './gate.ts'
import { describeRegister } from './register.ts'
import { referencingPagesOf } from './rowAccess.ts'

const { model } = readDefinitions()
const words = (name: string) => describeRegister(model, model.registers[name] as Register)
const field = (register: string, name: string) => words(register).fields.find(each => each.name === name)

describe('a field in words', () => {
  it('says kind, limits, conditions and what it is for', () => {
    expect(field('produtos', 'cod_aux')).toMatchObject({ kind: 'Texto', required: '' })
    expect(field('produtos', 'cod_aux')?.limits[0]).toBe('até 20 caracteres')
    expect(field('produtos', 'cod_aux')?.notes).toContain('Entra na busca da lista.')
    expect(field('produtos', 'grupoId')?.notes.join(' ')).toContain('Cada loja pode dar o nome e o valor inicial')
    expect(field('produtos', 'ncmId')?.notes.join(' ')).toContain('Cada loja pode dar o valor inicial')
    expect(field('papeis', 'nome')?.notes.join(' ') ?? '').not.toContain('Cada loja')
    expect(field('parceiros', 'limite')?.required ?? field('parceiros', 'credito_limite')?.required).not.toBe('Sim')
    expect(field('produtos', 'margem')?.notes[0]).toMatch(/^Calculado, não gravado: se “Preço de custo” é 0/)
  })

  it('says what a question to a service fills, and what it is asked after', () => {
    expect(field('parceiros', 'cnpj')?.notes.join(' ')).toContain('“Telefone 2” e “Endereços”')
    const [list] = words('parceiros').lists
    expect(list?.fields.find(each => each.name === 'cep')?.notes[0]).toContain('quando tamanho do que foi digitado é 8')
  })

  it('says what a reference points to', () => {
    expect(field('produtos', 'ncmId')?.kind).toBe('Um registro de NCMs')
    expect(field('produtos', 'ncmId')?.notes.join(' ')).toContain('Busca a partir de 3 letras.')
  })
})

describe('a register in words', () => {
  it('says where it stands, its rules, who may what and who refers to it', () => {
    const said = words('produtos')
    expect(said.facts[0]?.text).toBe('Menu Cardápio, /produtos')
    expect(said.rules[0]).toBe('“Código” não se repete na loja: “Código já utilizado”.')
    expect(said.access.find(each => each.title === 'Criar')?.text).toBe('Criar no cardápio')
    expect(words('grupos').referredBy.map(each => each.title)).toContain('Produtos')
    expect(said.lists.length).toBeGreaterThan(0)
  })

  it('says which records each person sees, and where others may be chosen without being seen', () => {
    const access = (name: string, title: string) => words(name).access.find(each => each.title === title)?.text
    expect(access('Nps', 'Registros que cada um vê')).toBe(
      'Todos os registros, para Administrador da plataforma ou os da própria pessoa (“Usuário”)',
    )
    expect(access('vistas', 'Registros que cada um vê')).toBe(
      'Os da própria pessoa (“De quem é”), aqueles onde “Quem pode ver” é “Todos” ou aqueles onde “Quem pode ver” é “Funcionários”, para Quem não é proprietário nem administrador',
    )
    expect(access('ncms', 'Escolher em outra tela')).toMatch(/^Só o que dá nome ao registro, a quem vê .*“Produtos”/)
    expect(words('AppPedidos').facts.find(each => each.title === 'De quem são')?.text).toContain('de todas as lojas de uma vez')
  })

  it('says who sees what as the server does: whole records, their names alone, or nothing', () => {
    const people: Permission[] = [
      ...[[], ...model.flags.map(flag => [flag.name])].map(flags => permissionOfEmployee(model, new Set(flags))),
      { ...permissionOfEmployee(model, new Set()), owner: true },
      { ...permissionOfEmployee(model, new Set()), admin: true },
    ]
    const told: string[] = []
    const pages = appPagesOf(model)
    const registers = Object.values(model.registers)
      .filter(each => each.parent === undefined)
      .map(register => ({
        register,
        doors: pages.find(each => each.kind === 'register' && each.name === register.name)?.doors ?? [],
        choosing: referencingPagesOf(model, register),
      }))
    for (const person of people) {
      const rights = rightsFor(model, person)
      for (const { register, doors, choosing } of registers) {
        for (const act of ['see', 'create', 'change', 'remove'] as const) {
          const gate = doors.find(each => each.id === act)?.gate
          if ((gate !== undefined && gateAllows(gate, person)) !== isActAllowed(register, act, rights))
            told.push(`${act} ${register.name}`)
        }
        const see = doors.find(each => each.id === 'see')?.gate
        const chooses = choosing.some(({ gate }) => gate !== undefined && gateAllows(gate, person))
        const said = see !== undefined && gateAllows(see, person) ? 'full' : chooses ? 'brief' : 'none'
        if (said !== visibilityOf(model, register, rights))
          told.push(`${register.name}: ${said}, not ${visibilityOf(model, register, rights)}`)
      }
    }
    expect([...new Set(told)]).toEqual([])
  })

  it('speaks of every register without leaving CEL behind', () => {
    for (const register of Object.values(model.registers)) {
      const all = JSON.stringify(describeRegister(model, register))
      expect(all, register.name).not.toMatch(/&&|\|\||==|undefined|\[object/)
    }
  })
})
