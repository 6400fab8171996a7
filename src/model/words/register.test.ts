import { describe, expect, it } from 'vitest'
import { readDefinitions } from '../../server/definitions.ts'
import type { Register } from '../model.ts'
import { sayRegister } from './register.ts'

const { model } = readDefinitions()
const words = (name: string) => sayRegister(model, model.registers[name] as Register)
const field = (register: string, name: string) => words(register).fields.find(each => each.name === name)

describe('a field in words', () => {
  it('says kind, limits, conditions and what it is for', () => {
    expect(field('produtos', 'cod_aux')).toMatchObject({ kind: 'Texto', required: '' })
    expect(field('produtos', 'cod_aux')?.limits[0]).toBe('até 20 caracteres')
    expect(field('produtos', 'cod_aux')?.notes).toContain('Entra na busca da lista.')
    expect(field('parceiros', 'limite')?.required ?? field('parceiros', 'credito_limite')?.required).not.toBe('Sim')
    expect(field('produtos', 'margem')?.notes[0]).toMatch(/^Calculado, não gravado: se “Preço de custo” é 0/)
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

  it('speaks of every register without leaving CEL behind', () => {
    for (const register of Object.values(model.registers)) {
      const all = JSON.stringify(sayRegister(model, register))
      expect(all, register.name).not.toMatch(/&&|\|\||==|undefined|\[object/)
    }
  })
})
