import { configure } from '@testing-library/react'

// By default `waitFor` gives up after one second. How long something takes depends on the machine, and is not tested.
configure({ asyncUtilTimeout: 15_000 })
