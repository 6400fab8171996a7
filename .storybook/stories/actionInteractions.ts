import { button, type StoryCanvas, standing, there } from './interactions.ts'

/** Presses what has this name, once it is there and can be pressed. */
async function press(canvas: HTMLElement, name: RegExp): Promise<void> {
  const found = await there(() => {
    const one = button(canvas, name)()
    return one instanceof HTMLButtonElement && one.disabled ? undefined : one
  })
  found?.click()
}

/** Opens a part of a form, where it has parts. */
export async function openPart(canvas: HTMLElement, name: RegExp): Promise<void> {
  const found = await there(() =>
    [...canvas.querySelectorAll<HTMLElement>('[role=tab], nav a')].find(one => name.test(one.textContent ?? '')),
  )
  found?.click()
}

const dialog = (canvas: HTMLElement) => (): Element | null => canvas.querySelector('dialog[open] h2')

/** Chooses two bills and asks for the day on which they are paid. */
export async function openAsk({ canvasElement }: StoryCanvas): Promise<void> {
  await there(standing(canvasElement))
  for (const box of [...canvasElement.querySelectorAll<HTMLInputElement>('[role=gridcell] .grid-check')].slice(0, 2)) box.click()
  await press(canvasElement, /^Pagar$/)
  await there(() => canvasElement.querySelector('dialog[open] input'))
}

/** Empties what is asked, and goes on. */
export async function answerNothing(played: StoryCanvas): Promise<void> {
  await openAsk(played)
  const { canvasElement } = played
  const input = canvasElement.querySelector<HTMLInputElement>('dialog[open] input')
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  if (input) put?.call(input, '')
  input?.dispatchEvent(new Event('input', { bubbles: true }))
  const go = [...canvasElement.querySelectorAll<HTMLButtonElement>('dialog[open] button')].find(
    one => one.textContent === 'Pagar contas',
  )
  go?.click()
  await there(() => canvasElement.querySelector('dialog[open] [aria-invalid=true]'))
}

/** Opens what a cash session's closing holds. */
export async function openShown({ canvasElement }: StoryCanvas): Promise<void> {
  await there(standing(canvasElement))
  canvasElement.querySelector<HTMLElement>('[role=gridcell] button[aria-haspopup]')?.click()
  await press(canvasElement, /^ver detalhes$/i)
  await there(dialog(canvasElement))
}

/** Shows the same in the form of the cash session. */
export async function openInPlace({ canvasElement }: StoryCanvas): Promise<void> {
  await press(canvasElement, /^ver detalhes$/i)
  await there(() => [...canvasElement.querySelectorAll('main table')].find(one => one.textContent?.includes('Descrição')))
}

/** Opens the analysis of costs, whose rows are typed over. */
export async function openEdited({ canvasElement }: StoryCanvas): Promise<void> {
  await there(standing(canvasElement))
  await press(canvasElement, /^Análise de Custo/)
  await there(() => canvasElement.querySelector('dialog[open] [role=gridcell]'))
}

const bar = (canvas: HTMLElement) => (): Element | null => canvas.querySelector('form [data-add]')

/** Opens the products of an order, above which rows are typed. */
export async function openBar({ canvasElement }: StoryCanvas): Promise<void> {
  await there(() => canvasElement.querySelector('form'))
  await openPart(canvasElement, /^Produtos/)
  await there(bar(canvasElement))
}

/** Adds a row without having typed any. */
export async function typeNothing(played: StoryCanvas): Promise<void> {
  await openBar(played)
  bar(played.canvasElement)()?.querySelector<HTMLButtonElement>('button:not([aria-label])')?.click()
  await there(() => bar(played.canvasElement)()?.querySelector('[aria-invalid=true]'))
}
