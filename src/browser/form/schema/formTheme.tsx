import { withTheme } from '@rjsf/core'
import type { FieldProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import { useMemo } from 'react'
import { inputs } from '../../../kinds/inputs.ts'
import type { PartView } from '../../../model/model.ts'
import { ChildListGrid } from '../children/ChildListGrid.tsx'
import { useForm } from '../formContext.ts'
import { FormPartBody, type PartContents } from '../layout/FormPartBody.tsx'
import { FormParts } from '../layout/FormParts.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { KindValue, KindWidget } from './KindWidget.tsx'

/** Rows are drawn, edited and kept by the grid: in rjsf's own array field a page of hundreds of rows freezes. */
const ChildList = ({ name }: FieldProps) => <ChildListGrid name={name} />

/** The parts of the definition's form lay out what rjsf draws; a form that asks for a few things has their lines alone. */
function FormLayout({ properties }: ObjectFieldTemplateProps) {
  const { asked } = useForm()
  const contents = new Map(properties.map(({ name, content }) => [name, content]))
  return asked ? <AskedLines rows={asked} contents={contents} /> : <FormParts contents={contents} />
}

/** Lines that stand in no part. */
function AskedLines({ rows, contents }: { readonly rows: PartView['rows']; readonly contents: PartContents }) {
  const part = useMemo((): PartView => ({ id: '', title: '', rows }), [rows])
  return <FormPartBody part={part} contents={contents} />
}

/** rjsf with our own widgets and templates. Made once: rjsf takes functions that are made anew for the same. */
export const ThemedForm = withTheme({
  widgets: Object.fromEntries(Object.keys(inputs).map(kind => [kind, KindWidget])),
  fields: { ChildList, KindValue },
  templates: { FieldTemplate: FieldFrame, ObjectFieldTemplate: FormLayout },
})
