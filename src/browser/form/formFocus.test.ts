import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDefinitions } from '../../server/start/definitions.ts'
import { controlId } from './formContext.ts'
import { type FocusableForm, focusFormPath } from './formFocus.ts'

const { Conta: register } = readDefinitions().model.registers
if (!register) throw new Error('Conta')
const form: FocusableForm = {
  id: 'f',
  register,
  part: { shown: 'pagamento', choose: () => undefined },
  grids: new Map(),
} as never

/** The lines that fold around the controls. */
const fold = { open: false }

/** A control as far as the focus goes. */
const control = (tag: string) => {
  const one = {
    matches: (selector: string) => selector.split(',').includes(tag),
    focus: () => {
      page.activeElement = one
    },
    scrollIntoView: () => undefined,
    closest: () => fold,
  }
  return one
}

const [wrong, other, button] = [control('input'), control('input'), control('button')]
let frames: (() => void)[] = []
const page = {
  activeElement: button,
  getElementById: (id: string) => (id === controlId(form, 'pagamento', 'desconto') ? wrong : null),
}
const draw = (): void => {
  for (const act of frames.splice(0)) act()
}

beforeEach(() => {
  frames = []
  page.activeElement = button
  vi.stubGlobal('document', page)
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act))
})
afterEach(() => vi.unstubAllGlobals())

test('the focus goes to the field that is wrong, and opens the lines that fold around it', () => {
  fold.open = false
  focusFormPath(form, 'desconto')
  draw()
  draw()
  expect([page.activeElement, fold.open]).toEqual([wrong, true])
})

test('it stays where the person types by then', () => {
  focusFormPath(form, 'desconto')
  draw()
  other.focus()
  draw()
  expect(page.activeElement).toBe(other)
})
