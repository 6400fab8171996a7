import { describe, expect, it } from 'vitest'
import { readDefinitions } from '../../server/start/definitions.ts'
import { addressInStore } from './addressInStore.ts'
import { matchRoute } from './route.ts'

const { model } = readDefinitions()
const every = new Proxy({}, { get: () => true })
const at = (address: string, rights = every) => {
  const [pathname = '', query] = address.split('?')
  return addressInStore(model, rights, { pathname, search: query ? `?${query}` : '' })
}
// A register that nobody may see has no page.
const registers = Object.values(model.registers).filter(({ parent, access }) => !parent && access.see !== undefined)
const lists = registers.map(register => register.views.path)
const screens = Object.values(model.screens).map(screen => screen.path)
const others = [...Object.values(model.reports), ...Object.values(model.imports)].map(one => one.path)
const menu = model.menu.flatMap(group => group.items.map(item => item.path))

describe('the same page in another store', () => {
  it.each([...lists, ...screens, ...others, ...menu])('%s stays', address => {
    expect(at(address)).toEqual({ to: address.replace(/\?$/, '') })
  })

  it.each(registers.map(register => [register.views.path, register] as const))(
    '%s keeps its filters but those by a record',
    (path, register) => {
      const query = (names: readonly string[]) =>
        new URLSearchParams([['q', 'a'], ...names.map(name => [name, '1']), ['page', '2']])
      const isOwn = (name: string) => {
        const { reference } = register.fields.find(field => field.name === name) ?? {}
        return reference !== undefined && model.registers[reference.to]?.scope === 'store'
      }
      const names = register.fields.map(field => field.name)
      expect(at(`${path}?${query(names)}`)).toEqual({ to: `${path}?${query(names.filter(name => !isOwn(name)))}` })
    },
  )

  it.each(Object.values(model.reports).map(report => [report.path, report] as const))('%s keeps what it asks', (path, report) => {
    const kept = report.parameters.filter(({ reference }) => !reference || model.registers[reference.to]?.scope !== 'store')
    const query = (of: typeof report.parameters) => {
      const text = String(new URLSearchParams(of.flatMap(({ fills }) => fills.map(name => [name, '2026-01-01']))))
      return text === '' ? path : `${path}?${text}`
    }
    expect(at(query(report.parameters))).toEqual({ to: query(kept) })
  })

  it.each(registers)('a record of $name gives way to its list, one of all stores stays', ({ name, scope, textKey, views }) => {
    const record = `${views.path}/${textKey ? 'a' : 7}`
    const place = matchRoute(model, every, record)
    expect(place).toMatchObject({ kind: 'form', register: { name } })
    expect(at(record)).toEqual(scope === 'global' ? { to: record } : { to: views.path, left: 'record' })
  })

  it.each([...lists, ...screens, ...others])('%s leads home where the new store does not let in', address => {
    const open = Object.values(model.screens).some(screen => screen.path === address && screen.public)
    expect(at(address, {})).toEqual(open ? { to: address } : address === '/' ? { to: '/' } : { to: '/', left: 'page' })
  })
})
