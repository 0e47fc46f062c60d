async ({ laws, walks }) => {
  const { stands, most } = await import("/static/js/offline/engine.js");
  const { withRoles } = await import("/static/js/offline/roles.js");
  const { speaker } = await import("/static/js/offline/words.js");
  const bundle = await (await fetch(laws)).json();
  const says = speaker(bundle.words);
  const shown = (state, known) => {
    const of = (text, roles) => says.plain(text, known, roles);
    if (state.state === "asking") {
      const { question } = state;
      const { roles } = question;
      const options = (question.options ?? []).map((one) => [one.value, of(one.label, roles), of(one.entails, roles)]);
      const highest = question.kind === "count" ? most(question, state.known) : null;
      return ["asking", question.id, of(question.text, roles), options, highest, state.refused];
    }
    const { ruling } = state;
    const lines = ["steps", "reasons", "uses", "notes", "stay", "leave", "sends", "duties"]
      .flatMap((place) => (ruling[place] ?? []).map((one) => of(one.text, one.roles)));
    return [state.state, state.moment ?? "", ruling.is, of(ruling.text), lines];
  };
  return walks.map(({ law, facts, answers, readings }) => {
    const given = { ...facts };
    const found = [];
    for (const [name, value] of [...answers, [null]]) {
      const state = stands(bundle.laws[law], given, readings);
      found.push(shown(state, withRoles({ ...state.known, ...given })));
      if (name !== null) given[name] = value;
    }
    return found;
  });
}
