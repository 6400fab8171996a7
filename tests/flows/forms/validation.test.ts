import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kindByName } from '../../../src/kinds/values.ts'
import { formatMessage } from '../../../src/model/formatMessage.ts'
import type { Field, Register } from '../../../src/model/model.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

/**
 * The limits of fields, met in the form itself: of every register that people create records in, a sample, each broken by typing. The API's test
 * breaks all of them; this one proves that a person is told at the field, in the words of the definition.
 */
const { model } = readDefinitions()

interface Case {
  readonly field: Field
  readonly text: string
  readonly told: string
}

/** Kinds whose control is a line of text. */
const typed = new Set(['text', 'integer', 'decimal', 'money', 'percent', 'taxId'])

/** Fields of the first part that stand there from the start. */
function fieldsOf(register: Register): readonly Field[] {
  const items = register.views.form.parts[0]?.rows.flat() ?? []
  return items.flatMap(item => {
    const field = 'field' in item ? register.fields.find(({ name }) => name === item.field) : undefined
    const plain = field && field.visibleWhen === undefined && field.readOnlyWhen === undefined && field.compute === undefined
    return plain && !field.readOnly && typed.has(field.kind) && field.refine?.look === undefined ? [field] : []
  })
}

/** Texts that break a field's limits, with what is said of them. */
function casesOf(field: Field): readonly Case[] {
  const kind = kindByName(field.kind)
  const { max, min, maxLength, minLength, pattern } = field
  const letter = field.refine?.keep === 'digits' ? '9' : 'a'
  const texts = [
    ...(max === undefined ? [] : [kind.edit(max + 1, field)]),
    ...(min === undefined ? [] : [kind.edit(min - 1, field)]),
    ...(maxLength === undefined || maxLength > 300 ? [] : [letter.repeat(maxLength + 1)]),
    ...(minLength === undefined || minLength < 2 ? [] : [letter.repeat(minLength - 1)]),
    ...(pattern === undefined ? [] : ['a b?#']),
  ]
  return texts.flatMap(text => {
    const read = kind.parse(text, field)
    const problem = read.ok ? (read.value === null ? undefined : kind.check(read.value, field)) : read.error
    return problem ? [{ field, text, told: formatMessage(model, problem.code, problem.params) }] : []
  })
}

/** Every third of them, from another start in each register: the same ones in every run. */
const sampled = (cases: readonly Case[], seed: number): readonly Case[] =>
  cases.filter((_, at) => (at + seed) % 3 === 0).slice(0, 4)

const registers = Object.values(model.registers)
  .filter(
    ({ parent, access, scope, views }) =>
      !parent &&
      scope !== 'self' &&
      access.create !== undefined &&
      access.create !== 'false' &&
      views.list.create !== false &&
      views.form.parts.length > 0,
  )
  .map((register, at) => ({ register, cases: sampled(fieldsOf(register).flatMap(casesOf), at) }))
  .filter(({ cases }) => cases.length > 0)

describe('what a field refuses, in its form', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
    me = await openBrowser(fixture.address)
    await logIn(me.page, 'admin@demo.com.br')
    me.page.on('dialog', dialog => void dialog.accept().catch(() => undefined))
  })
  afterAll(async () => {
    await me?.leave()
    await fixture?.close()
  })
  beforeEach(() => void me.errors.splice(0))
  afterEach(() => expect(me.errors).toEqual([]))

  it('has something of most registers', () => expect(registers.length).toBeGreaterThan(12))

  for (const { register, cases } of registers) {
    it(`${register.title}: ${cases.map(({ field }) => field.name).join(', ')}`, async () => {
      const { page } = me
      const [variant] = register.views.form.variants
      await page.goto(`${register.views.path}/create${variant ? `?variant=${variant.id}` : ''}`)
      for (const { field, text, told } of cases) {
        const place = page.locator(`[data-field="${field.name}"]`).first()
        const box = place.locator('input, textarea').first()
        await box.fill(text)
        await box.blur()
        await place.getByText(told, { exact: true }).waitFor()
        expect(await box.getAttribute('aria-invalid')).toBe('true')
        // It has been told: an empty box asks for nothing more before the next.
        await box.fill('')
        await box.blur()
        if (field.required)
          await place.getByText(formatMessage(model, field.messages?.required ?? 'required'), { exact: true }).waitFor()
      }
      // The typed text is left behind on purpose.
      await page.goto('about:blank')
    })
  }
})
