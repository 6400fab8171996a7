const names = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']

/**
 * A month as people type it, as AAAA-MM: `2026-11`, `11/2026`, `11/26`, `112026`, `nov/26`, `novembro de 2026`. Undefined for what is none,
 * or lies in no year of notes.
 */
export function readMonthText(text: string): string | undefined {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
  const [, year, month] =
    /^(\d{4})[-/. ]?(\d{1,2})$/.exec(/^(0[1-9]|1[0-2])20\d\d$/.test(plain) ? `${plain.slice(2)}${plain.slice(0, 2)}` : plain) ??
    []
  if (year !== undefined && month !== undefined) return monthOf(Number(year), Number(month))
  const [, at, after] = /^(\d{1,2})(?:\s*[-/.]\s*|\s+)(\d{2}|\d{4})$/.exec(plain) ?? []
  if (at !== undefined && after !== undefined) return monthOf(Number(after), Number(at))
  const [, name = '', of] = /^([a-z]{3,9})\.?\s*(?:[-/. ]|de)?\s*(\d{2}|\d{4})$/.exec(plain.replace(/\s+/g, ' ')) ?? []
  const found = names.findIndex(one => name.startsWith(one))
  return of === undefined || found < 0 || !isMonthName(name) ? undefined : monthOf(Number(of), found + 1)
}

const whole = [
  'janeiro',
  'fevereiro',
  'marco',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
]

const isMonthName = (name: string): boolean => names.includes(name) || whole.includes(name)

function monthOf(year: number, month: number): string | undefined {
  const full = year < 100 ? 2000 + year : year
  return full >= 2000 && full < 2100 && month >= 1 && month <= 12 ? `${full}-${`${month}`.padStart(2, '0')}` : undefined
}
