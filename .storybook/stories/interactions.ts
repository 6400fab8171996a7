/** Somebody's hands in a story. */
export interface StoryCanvas {
  readonly canvasElement: HTMLElement
}

const patience = 8000

/** Returns an element once it is there; nothing when it does not come. */
export async function there<T>(find: () => T | null | undefined): Promise<T | undefined> {
  for (const until = Date.now() + patience; Date.now() < until; ) {
    const found = find()
    if (found !== null && found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return undefined
}

/** A button by its name. */
export const button = (canvas: HTMLElement, name: RegExp) => (): HTMLElement | undefined =>
  [...canvas.querySelectorAll<HTMLElement>('button, [role=menuitem]')].find(one =>
    name.test(one.getAttribute('aria-label') ?? one.textContent ?? ''),
  )

/** Whether the page of the scene stands: a list with rows, or what is met in its place. */
export const standing = (canvas: HTMLElement) => () =>
  canvas.querySelector('[role=gridcell]') ?? (canvas.querySelector('[role=grid]') ? undefined : canvas.querySelector('h1, h2'))

/** Sends the empty form. Who may not create meets a page without one. */
export async function saveEmpty({ canvasElement }: StoryCanvas): Promise<void> {
  const found = await there(() => canvasElement.querySelector('form') ?? canvasElement.querySelector('h1, h2'))
  if (found instanceof HTMLFormElement) found.requestSubmit()
}

/** Sends the form of a public page, which stands once its store is known. */
export async function sendForm({ canvasElement }: StoryCanvas): Promise<void> {
  const form = await there(() => canvasElement.querySelector('form'))
  form?.requestSubmit()
  await there(() => canvasElement.querySelector('[aria-invalid="true"]'))
}

/** Opens the filters, where the list has any. */
export async function openFilters({ canvasElement }: StoryCanvas): Promise<void> {
  await there(standing(canvasElement))
  const filters = button(canvasElement, /^Filtros/)()
  filters?.click()
  if (filters) await there(() => canvasElement.querySelector('dialog[open] :is(input, select)'))
}

/** Chooses two rows and opens the mass edit at its first field. */
export async function openMassEdit({ canvasElement }: StoryCanvas): Promise<void> {
  await there(standing(canvasElement))
  for (const box of [...canvasElement.querySelectorAll<HTMLInputElement>('[role=gridcell] .grid-check')].slice(0, 2)) box.click()
  const act = await there(button(canvasElement, /^Alterar (selecionados|em massa)/))
  act?.click()
  const field = await there(() => canvasElement.querySelector<HTMLSelectElement>('#mass-field'))
  if (!field) return
  const put = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set
  put?.call(field, 'stt_prod')
  field.dispatchEvent(new Event('change', { bubbles: true }))
  await there(() => canvasElement.querySelector('dialog section li'))
}

/** Presses the dialog's main button and waits for what is said. */
export async function refuseMassEdit(played: StoryCanvas): Promise<void> {
  await openMassEdit(played)
  const { canvasElement } = played
  const apply = await there(() => {
    const found = button(canvasElement, /^Alterar \d/)()
    return found instanceof HTMLButtonElement && !found.disabled ? found : undefined
  })
  apply?.click()
  await there(() => canvasElement.querySelector('dialog [role=alert]'))
}

/** Opens what asks for a view's name. */
export async function openSaveView({ canvasElement }: StoryCanvas): Promise<void> {
  await there(standing(canvasElement))
  const views = await there(button(canvasElement, /^Visualizações$/))
  views?.click()
  const save = await there(button(canvasElement, /^Salvar esta visualização/))
  save?.click()
  await there(() => canvasElement.querySelector('dialog[open] #view-name'))
}

/** The smallest picture there is. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Opens what takes images of many records, with one that has a record, one that has none and one that is no image. */
export async function chooseImages({ canvasElement }: StoryCanvas): Promise<void> {
  await there(standing(canvasElement))
  const code = [...canvasElement.querySelectorAll('[role=gridcell]')].find(cell => /^\d+$/.test(cell.textContent ?? ''))
  const menu = await there(button(canvasElement, /^Ações da lista/))
  menu?.click()
  const send = await there(button(canvasElement, /^Enviar fotos/))
  send?.click()
  const input = await there(() => canvasElement.querySelector<HTMLInputElement>('dialog[open] input[type=file]'))
  if (!input) return
  const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0))
  const chosen = new DataTransfer()
  for (const name of [`${code?.textContent}.png`, '999999.png']) chosen.items.add(new File([bytes], name, { type: 'image/png' }))
  chosen.items.add(new File(['texto'], 'leia.jpg', { type: 'image/jpeg' }))
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await there(() => canvasElement.querySelector('dialog[open] li'))
}
