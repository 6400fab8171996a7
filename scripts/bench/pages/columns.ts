/** A column as one writes it by hand: how its value is shown and read. */
export interface Column {
  readonly id: string
  readonly title: string
  readonly width: number
  readonly right?: boolean
  show(value: unknown): string
  read(text: string): unknown
}

const decimals = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const amounts = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

export const number = (text: string): number | null => (text === '' ? null : Number(text.replaceAll('.', '').replace(',', '.')))
const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

export const text = (id: string, title: string, width = 168): Column => ({
  id,
  title,
  width,
  show: asText,
  read: value => value,
})

const numeric = (id: string, title: string, show: (value: number) => string): Column => ({
  id,
  title,
  width: 130,
  right: true,
  show: value => (typeof value === 'number' ? show(value) : ''),
  read: number,
})

export const money = (id: string, title: string): Column => numeric(id, title, value => amounts.format(value))
export const decimal = (id: string, title: string): Column => numeric(id, title, value => decimals.format(value))
export const whole = (id: string, title: string): Column => numeric(id, title, String)
export const date = (id: string, title: string): Column => ({
  ...text(id, title, 112),
  show: value => asText(value).split('-').reverse().join('/'),
})
export const choice = (id: string, title: string, titles: Readonly<Record<string, string>>): Column => ({
  ...text(id, title, 130),
  show: value => titles[asText(value)] ?? '',
})
export const yesNo = (id: string, title: string): Column => ({
  ...text(id, title, 88),
  show: value => (value === true ? 'Sim' : 'Não'),
})
