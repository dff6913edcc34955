// Arguments: the address of the service, e-mail address, password.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	settings := client.NewConfiguration()
	settings.Servers = client.ServerConfigurations{{URL: os.Args[1]}}
	api := client.NewAPIClient(settings)
	body := client.NewLoginRequest(os.Args[2], os.Args[3])
	login, _, err := api.UsersAPI.Login(context.Background()).LoginRequest(*body).Execute()
	require(err)
	session := login.GetData()
	owner := session.Utilisateur.GetId()
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, session.GetToken())
	for _, source := range []any{map[string]any{"steps": []string{"divide"}}, []int{2, 3, 5}} {
		body := client.NewCreateAlgoRequest("Euclid", owner, source)
		created, _, err := api.AlgorithmsAPI.CreateAlgo(ctx).CreateAlgoRequest(*body).Execute()
		require(err)
		algo := created.GetData()
		found, _, err := api.AlgorithmsAPI.GetAlgo(ctx, algo.GetId()).Execute()
		require(err)
		read := found.GetData()
		text, err := json.Marshal(read.GetSourceCode())
		require(err)
		folder, _ := json.Marshal(read.DossierId)
		fmt.Println(read.GetNom(), read.GetDateCreation(), string(folder), string(text))
	}
	listed, _, err := api.AlgorithmsAPI.ListAlgos(ctx, owner).Execute()
	require(err)
	fmt.Println(len(listed.GetData()))
	_, refused, err := api.AlgorithmsAPI.GetAlgo(ctx, 9007199254740991).Execute()
	if err != nil {
		fmt.Println(refused.StatusCode)
	}
}

func require(err error) {
	if err != nil {
		panic(err)
	}
}
