/** Operations whose tax withheld E210 tells as that of returned goods (field 4): a rule of the layout, as its records are. */
export const returnsWithheld = /^[12](41[0145]|66[0-2])$/
