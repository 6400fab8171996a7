import { describe, expect, it } from 'vitest'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { appPagesOf } from './appPages.ts'
import { messageUses } from './messageUses.ts'

const { model } = readDefinitions()

describe('places', () => {
  const places = appPagesOf(model)

  it('has every register with calls of its own, every screen, import and report', () => {
    const registers = Object.values(model.registers).filter(register => !register.parent)
    const pages = [model.screens, model.imports, model.reports].flatMap(each => Object.keys(each))
    expect(places).toHaveLength(registers.length + pages.length)
  })

  it('follows the menu', () => {
    const listed = model.menu.flatMap(group => group.items.flatMap(item => ('address' in item.opens ? [] : [item.path])))
    expect(places.filter(place => place.group !== '').map(place => place.path)).toEqual([...new Set(listed)])
  })

  it('leaves out actions that only repeat an act', () => {
    for (const place of places.filter(each => each.kind === 'register'))
      expect(place.doors.filter(door => door.kind === 'action').map(door => door.id)).not.toContain('remove')
  })
})

describe('uses of messages', () => {
  it('names the registers whose definitions use a code', () => {
    expect(messageUses(model).get('product.code-used')).toContain('Produtos')
  })
})
