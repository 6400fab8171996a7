import { chakra } from '@chakra-ui/react/styled-system'
import { withTheme } from '@rjsf/core'
import type { FieldProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import { Fragment } from 'react'
import { inputs } from '../../../kinds/inputs.ts'
import { ChildListGrid } from '../children/ChildListGrid.tsx'
import { useForm } from '../formContext.ts'
import { FormParts } from '../layout/FormParts.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { KindValue, KindWidget } from './KindWidget.tsx'

/** Rows are drawn, edited and kept by the grid: in rjsf's own array field a page of hundreds of rows freezes. */
const ChildList = ({ name }: FieldProps) => <ChildListGrid name={name} />

/** The parts of the definition's form lay out what rjsf draws; a form that asks for a few fields puts them below each other. */
function FormLayout({ properties }: ObjectFieldTemplateProps) {
  const { asked } = useForm()
  const contents = new Map(properties.map(({ name, content }) => [name, content]))
  if (!asked) return <FormParts contents={contents} />
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      {asked.map(name => (
        <Fragment key={name}>{contents.get(name)}</Fragment>
      ))}
    </chakra.div>
  )
}

/** rjsf with our own widgets and templates. Made once: rjsf takes functions that are made anew for the same. */
export const ThemedForm = withTheme({
  widgets: Object.fromEntries(Object.keys(inputs).map(kind => [kind, KindWidget])),
  fields: { ChildList, KindValue },
  templates: { FieldTemplate: FieldFrame, ObjectFieldTemplate: FormLayout },
})
