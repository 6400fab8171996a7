import type { CalculatedDraft, CalculationCall, CreateCalculator, FormCalculator } from '../../../browser/plugin.ts'
import {
  type CalculatedNote,
  calculateDraft,
  contextOf,
  createDraftMemory,
  type DraftRecord,
  draftHeader,
  draftText,
  type InvoiceContext,
  isBlank,
  issueDay,
  lastDayOfKey,
  lawPlaceOf,
  numberIn,
  operationOf,
  spreadTotals,
  type TaxLaw,
} from '../../../domain/fiscal/core/public.ts'
import { createItemFiller } from './filledItems.ts'
import {
  type ContextAsked,
  contextCall,
  contextKey,
  createInvoiceAnswers,
  createLawFinder,
  lastNoteCall,
  productsCall,
  takeAnswer,
} from './invoiceAnswers.ts'
import { toldProblems } from './toldProblems.ts'

type Rows = CalculatedDraft['rows'][string]

/** Works an NF-e out while it is typed, with the calculation that its save runs: items from products, taxes, totals, series and number. */
const createInvoiceCalculator: CreateCalculator = ({ store, dayOf }) => {
  const answers = createInvoiceAnswers()
  const filler = createItemFiller()
  const memory = createDraftMemory()
  const follow = createFollower()
  const findLaw = createLawFinder()
  let problems: CalculatedNote['problems'] = []
  let waiting = 0

  const askedOf = ({ values }: CalculatedDraft): ContextAsked => ({
    recipient: numberIn(values.destinatarioId),
    day: issueDay(values, dayOf),
  })

  const missing: FormCalculator['missing'] = draft => {
    if (isVoiding(draft)) return []
    filler.meet(draft.rows.itens ?? [])
    follow.meet(draft)
    const asked = askedOf(draft)
    const context = answers.contexts.get(contextKey(asked))
    if (!context) return [contextCall(asked)]
    const calls: CalculationCall[] = []
    const { serie } = draft.values
    if (draft.isNew && isBlank(serie) && answers.serie === undefined) calls.push(lastNoteCall(store, context.ambiente))
    if (follow.wantsNumber(draft) && !answers.numbers.has(numberIn(serie)))
      calls.push(lastNoteCall(store, context.ambiente, numberIn(serie)))
    const products = filler.wanted(draft.rows.itens ?? [], answers.facts)
    return products.length > 0 ? [...calls, productsCall(products, asked.day)] : calls
  }

  const calculate: FormCalculator['calculate'] = draft => {
    const asked = contextKey(askedOf(draft))
    const context = answers.contexts.get(asked)
    const rows = answers.laws.get(asked)
    problems = []
    if (!context || !rows || isVoiding(draft)) return draft
    const followed = { ...draft, values: merged(draft.values, follow.values(draft, answers, context)) }
    const items = filler.fill(draft.rows.itens ?? [], answers.facts, contextOf(followed.values, context))
    const header = draftHeader(followed.values, context, dayOf)
    const law = findLaw(rows, lawPlaceOf({ law: rows, header, context, sold: soldDay(draft) }))
    const worked = workOut(items, followed.values, { header, law, memory })
    problems = worked.problems
    waiting = worked.waiting
    const values = merged(followed.values, worked.totals)
    if (values === draft.values && worked.items === draft.rows.itens) return draft
    return { ...draft, values, rows: { ...draft.rows, itens: worked.items } }
  }
  return {
    missing,
    take(call, reply) {
      takeAnswer(answers, call, reply)
    },
    forget() {
      answers.contexts.clear()
      answers.facts.clear()
      follow.again()
    },
    calculate,
    problems: () => toldProblems(problems),
    continues() {
      const left = waiting > 0
      waiting = 0
      return left
    },
  }
}

export default createInvoiceCalculator

interface Context {
  readonly header: ReturnType<typeof draftHeader>
  readonly law: TaxLaw
  readonly memory: ReturnType<typeof createDraftMemory>
}

/** Amounts of the items, and the totals that are the calculation's: what is spread is typed, unless the note is worked out by hand. */
function workOut(items: NonNullable<Rows>, values: DraftRecord, { header, law, memory }: Context) {
  const manual = values.calculo_manual === true
  const rows = items.map(item => (item.removed ? gone : item.values))
  const worked = calculateDraft({ header, manual, rows }, law, memory, itemsAtOnce)
  const next = items.map((item, at) => {
    const own = worked.rows[at]
    return item.removed || !own || own === item.values ? item : { ...item, values: own }
  })
  const totals = Object.entries(worked.totals).filter(([name]) => manual || !spreadTotals.some(each => each === name))
  return {
    items: next.every((item, at) => item === items[at]) ? items : next,
    totals: Object.fromEntries(totals),
    problems: worked.calculo.problems,
    waiting: worked.calculo.waiting ?? 0,
  }
}

/** Items of a note that are worked out anew before the page is drawn: those that are seen first, and no more than a frame has time for. */
const itemsAtOnce = 60

const gone: DraftRecord = { deletar: true }

/** Of a return, about the day of the note that it names: a save asks for the day itself. */
function soldDay({ values, rows }: CalculatedDraft): string | undefined {
  const [first] = rows.chaves ?? []
  return numberIn(values.finalidade) === 4 ? lastDayOfKey(draftText(first?.values.chave)) : undefined
}

/** A range of numbers to be voided has nothing to work out. */
const isVoiding = ({ values }: CalculatedDraft): boolean => values.inutilizacao === true

/** The same values where nothing changes. */
const merged = (values: DraftRecord, change: DraftRecord): DraftRecord =>
  Object.entries(change).every(([name, value]) => values[name] === value) ? values : { ...values, ...change }

/** Follows changes of series and recipient; values that somebody types over it stay. */
function createFollower() {
  let opened = false
  let serie: unknown
  let recipient: unknown
  /** The series whose next number is asked for, and the number that stood there before: one that is typed meanwhile stays. */
  let asked: { readonly serie: unknown; readonly numero: unknown } = { serie: undefined, numero: undefined }
  /** A saved note, and one that was copied or brought back, stands as it is. */
  const open = ({ isNew, values, base }: CalculatedDraft): void => {
    if (opened) return
    opened = true
    serie = isNew ? (isBlank(values.numero) ? undefined : values.serie) : base.serie
    recipient = isNew ? (isBlank(values.identificador_operacao) ? undefined : values.destinatarioId) : base.destinatarioId
    asked = { serie, numero: values.numero }
  }
  const wantsNumber = (draft: CalculatedDraft): boolean => {
    open(draft)
    const { values } = draft
    const wants = !isBlank(values.serie) && numberIn(values.serie) !== (isBlank(serie) ? undefined : numberIn(serie))
    // The first number of a new note is awaited from its opening on.
    if (wants && asked.serie !== values.serie)
      asked = { serie: values.serie, numero: asked.serie === undefined ? asked.numero : values.numero }
    return wants
  }
  return {
    /** Notes how the note opened, before anything is answered: what is typed meanwhile stays. */
    meet: open,
    wantsNumber,
    /** The recipient may be another than it was. */
    again(): void {
      recipient = null
    },
    values(draft: CalculatedDraft, answers: ReturnType<typeof createInvoiceAnswers>, context: InvoiceContext): DraftRecord {
      open(draft)
      const change: Record<string, unknown> = {}
      const { values } = draft
      if (draft.isNew && isBlank(values.serie) && isBlank(serie) && answers.serie !== undefined) change.serie = answers.serie
      const now = { ...draft, values: { ...values, ...change } }
      const last = wantsNumber(now) ? answers.numbers.get(numberIn(now.values.serie)) : undefined
      if (last !== undefined) {
        if (isBlank(values.numero) || values.numero === asked.numero) change.numero = last + 1
        serie = now.values.serie
      }
      const chosen = isBlank(values.destinatarioId) ? null : values.destinatarioId
      if (recipient !== undefined && (recipient ?? null) === chosen) return change
      const first = recipient === undefined && chosen === null
      recipient = chosen
      change.identificador_operacao = operationOf(context)
      // Without a recipient the defaults of the document stand.
      change.identificador_ie_dest = first ? 1 : context.ie_destinatario
      return change
    },
  }
}
